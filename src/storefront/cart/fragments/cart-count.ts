/**
 * Inline script that shows the cart count while the page is still loading, because the client comes too late and would
 * change a visible number. Uses the stored cart fragment if it matches the hash cookie and is less than a day old;
 * otherwise, for example without storage, the shop's own count cookie. A constant, so that the content security policy
 * can contain its hash.
 */
export const showCartCount = [
  "(link=>{const read=name=>RegExp('(?:^|; )'+name+'=(\\\\w+)').exec(document.cookie)?.[1],",
  "hash=read('woocommerce_cart_hash'),count=read('chowk_cart_count');if(!hash)return;",
  "let html;try{const key=Object.keys(sessionStorage).find(key=>key.startsWith('wc_cart_hash_')&&sessionStorage[key]===hash),",
  "isFresh=key&&Date.now()-sessionStorage.wc_cart_created<864e5;",
  "html=isFresh&&JSON.parse(sessionStorage['wc_fragments_'+key.slice(13)])['a.cart-container']}catch{}",
  "if(html)link.outerHTML=html;",
  "else if(count){link.querySelector('.ast-count-text').textContent=count;link.querySelector('.count').hidden=!1}",
  "})(document.currentScript.previousElementSibling)",
].join("");
