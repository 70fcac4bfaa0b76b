/**
 * Inline script after the page's objects: completes the entries of `_wca` with what is common to them, with the kind of device as
 * the client corrects it, and says that `ga4w` is there. A constant, so that the content security policy can contain its hash.
 * Source: wire notes 12.
 */
export const announcePageData = [
  "{const own=wcAnalytics.commonProps;for(const entry of window._wca||[]){",
  "Object.assign(entry,own,{url:location.origin+location.pathname});",
  "Object.defineProperty(entry,'device',{get:()=>own.device,enumerable:true})}",
  "if(window.ga4w)document.dispatchEvent(new Event('ga4w:ready'))}",
].join("");
