/** Session storage: the page views of this tab, one JSON array a line: address, referrer, time in ms since 1970. */
export const viewLogKey = "chowk_views";

/** Dispatched on window when a consent tool has allowed or forbidden tracking. */
export const trackingEvent = "chowk_tracking";

/**
 * Local storage: the last answer of a consent tool: 0 for a refusal, else when tracking was allowed (ms since 1970), so that
 * each new consent is a change that other tabs are told about.
 */
const answerKey = "chowk_tracking";

/**
 * Inline script that notes each page view in the tab, so that a source is known however late its code is loaded, and gives
 * consent tools their function, `wc_order_attribution.setOrderTracking`. Their answer counts as use of the page, which loads
 * the code. It holds in all tabs of the shop, and in pages that the browser shows again as they were left; a refusal holds in
 * later pages too, until the tool allows tracking. A prerendered page counts once it is shown. A constant, so that the content
 * security policy can contain its hash.
 */
export const recordPageView = [
  "{const tracking=window.wc_order_attribution,note=()=>{try{",
  `const store=sessionStorage,views=store.${viewLogKey}||'';`,
  "if(views.length<2e4)",
  `store.${viewLogKey}=views+JSON.stringify([location.href.slice(0,2e3),document.referrer.slice(0,2e3),Date.now()])+'\\n'`,
  // Without storage, only the server notes the source.
  "}catch{}},",
  "tell=name=>dispatchEvent(new Event(name)),",
  `answer=()=>{try{return localStorage.${answerKey}}catch{}};`,
  "let known=answer();",
  "if(known==0)tracking.params.allowTracking=false;",
  "document.prerendering?document.addEventListener('prerenderingchange',note,{once:true}):note();",
  "for(const name of['storage','pageshow'])addEventListener(name,()=>{const now=answer();",
  `if(now&&now!=known){known=now;tracking.params.allowTracking=now!=0;tell('${trackingEvent}')}});`,
  "tracking.setOrderTracking=allows=>{tracking.params.allowTracking=!!allows;",
  // Other tabs hear of the answer once this one has written its cookies, so that no tab replaces what another writes meanwhile.
  `tell('focusin');tell('${trackingEvent}');`,
  `try{localStorage.${answerKey}=known=allows?Date.now():0}catch{}}}`,
].join("");
