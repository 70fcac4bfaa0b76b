/**
 * Inline script that makes the plus and minus buttons of quantity fields work, whichever scripts handle the form, and before
 * any of them has loaded. Does nothing if another script has already changed the field or prevented the click. A constant, so
 * that the content security policy can contain its hash.
 */
export const stepQuantities = [
  "{let before;const buttonAt=event=>event.target.closest?.('.quantity :is(.minus,.plus)'),",
  "fieldOf=button=>button?.closest('.quantity').querySelector('input.qty');",
  "addEventListener('click',event=>{before=fieldOf(buttonAt(event))?.value},true);",
  "addEventListener('click',event=>{const button=buttonAt(event),field=fieldOf(button);",
  "if(!field||field.disabled||event.defaultPrevented||field.value!==before)return;",
  "const isPlus=button.matches('.plus');isPlus?field.stepUp():field.stepDown();",
  // For a cart line, the server explains why there cannot be more.
  "if(isPlus&&field.value===before&&field.closest('.product-quantity'))field.value=+before+1;",
  "if(field.value!==before)for(const type of['input','change'])field.dispatchEvent(new Event(type,{bubbles:true}))})}",
].join("");
