/**
 * An inline script that fetches the client once the first view stands: when the pictures marked as important are there and
 * the page has been painted, at the first sign that the shopper acts, or after three seconds. Until then the line is the
 * page's own; links and forms work without it. It adds an element, so that the page's load event waits for a client that
 * was asked for before it. The same text on every page: the content security policy names its hash.
 */
export function startClient(src: string): string {
  return [
    "{let asked=0;",
    "const start=()=>{asked++||document.head.append(Object.assign(document.createElement('script'),",
    `{type:'module',src:${JSON.stringify(src)}}))};`,
    "for(const name of['pointerdown','keydown','focusin'])addEventListener(name,start,{once:true,passive:true});",
    "setTimeout(start,3000);",
    "Promise.allSettled([...document.images].filter(one=>one.fetchPriority=='high').map(one=>one.decode()))",
    ".then(()=>new PerformanceObserver(seen=>seen.getEntriesByName('first-contentful-paint')[0]&&start())",
    ".observe({type:'paint',buffered:true}))}",
  ].join("");
}
