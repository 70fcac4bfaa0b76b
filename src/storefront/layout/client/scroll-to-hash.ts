import { decodeUri } from "../../client/requests/decode-uri.ts";
import { shopperScrolls } from "./shopper-scrolls.ts";

const delayMs = 750;

/**
 * Scrolls to the element that the address names 750 ms after the page has loaded: by then, content above it has moved it away
 * from where the browser scrolled to, or a script has added it. Does nothing if the shopper has scrolled or gone elsewhere
 * meanwhile, if it is later than that, or after a reload or going back, when the browser restores the position.
 */
export function scrollToHash(): void {
  const { hash } = window.location;
  const shopper = shopperScrolls();
  const scroll = () => {
    const id = decodeUri(hash.slice(1));
    // Ids in texts got the prefix when they were stored; links on other sites have none.
    const target = document.getElementById(id) ?? document.getElementById(`text-${id}`);
    if (shopper.aborted || window.location.hash !== hash) return;
    // The header sticks, and dialogs lie over the page.
    if (!target || target.closest("#masthead, dialog")) return;
    target.scrollIntoView();
    // As the browser does for a target that can have the focus.
    if (document.activeElement === document.body) target.focus({ preventScroll: true });
  };
  const wait = () => {
    const [navigation] = performance.getEntriesByType("navigation");
    const { type, loadEventStart } = navigation as PerformanceNavigationTiming;
    const remainingMs = loadEventStart + delayMs - performance.now();
    if (type === "navigate" && remainingMs > 0) setTimeout(scroll, remainingMs);
  };
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true });
}
