import { decodeUri } from "../../client/decode-uri.ts";
import { shopperScrolls } from "./shopper-scrolls.ts";

const delayMs = 750;

/**
 * Scrolls to the element that the address names 750 ms after the page has loaded: by then, content above it has moved it away
 * from where the browser scrolled to, or a script has added it. Does nothing if the shopper has scrolled or gone elsewhere
 * meanwhile, or if it is later than that.
 */
export function scrollToHash(): void {
  const { hash } = window.location;
  const shopper = shopperScrolls();
  const scroll = () => {
    const target = document.getElementById(decodeUri(hash.slice(1)));
    if (shopper.aborted || window.location.hash !== hash) return;
    // The header sticks, and dialogs lie over the page.
    if (!target || target.closest("#masthead, dialog")) return;
    target.scrollIntoView();
    // As the browser does for a target that can have the focus.
    if (document.activeElement === document.body) target.focus({ preventScroll: true });
  };
  const wait = () => {
    const [navigation] = performance.getEntriesByType("navigation");
    const loadedAt = (navigation as PerformanceNavigationTiming).loadEventStart;
    const remainingMs = loadedAt + delayMs - performance.now();
    if (remainingMs > 0) setTimeout(scroll, remainingMs);
  };
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true });
}
