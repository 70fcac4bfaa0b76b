/**
 * Shows how much is in the cart while the page is still being read: the client, which is fetched later, would change a number
 * that has been seen. From the stored copy of the cart when it is the one that the cookie names and not a day old, else, also
 * where storage is forbidden or another script has stored something else, from the number in a cookie of the shop's own. A
 * constant, so that the content security policy can name its hash.
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
