/**
 * Returns an inline script that loads the client after the first view: once the important pictures are loaded and
 * painted, on the first user input, or after three seconds. Until then the connection is the page's own; links and
 * forms work without the client. It adds a script element, so that the load event waits for a client requested before
 * it. Identical on every page, because the content security policy contains its hash.
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
