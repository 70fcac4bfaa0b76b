/** Session storage: the page views of this tab, one JSON array a line: address, referrer, time in ms since 1970. */
export const viewLogKey = "chowk_views";

/** Dispatched on window when a consent tool has allowed or forbidden tracking. */
export const trackingEvent = "chowk_tracking";

/**
 * Inline script that notes each page view in the tab, so that a source is known however late its code is loaded, and gives
 * consent tools their function, `wc_order_attribution.setOrderTracking`. Their answer counts as use of the page, which loads
 * the code. A prerendered page counts once it is shown. A constant, so that the content security policy can contain its hash.
 */
export const recordPageView = [
  "{const tracking=window.wc_order_attribution,note=()=>{try{",
  `const store=sessionStorage,views=store.${viewLogKey}||'';`,
  "if(views.length<2e4)",
  `store.${viewLogKey}=views+JSON.stringify([location.href.slice(0,2e3),document.referrer.slice(0,2e3),Date.now()])+'\\n'`,
  // Without storage, only the server notes the source.
  "}catch{}};",
  "document.prerendering?document.addEventListener('prerenderingchange',note,{once:true}):note();",
  "tracking.setOrderTracking=allows=>{tracking.params.allowTracking=!!allows;",
  `for(const name of['focusin','${trackingEvent}'])dispatchEvent(new Event(name))}}`,
].join("");
