import { closest } from "./closest.ts";
import { hasModifier } from "./intercept.ts";
import { readCookie } from "./requests/read-cookie.ts";

const signs = ["pointermove", "pointerdown", "keydown", "focusin", "scroll"] as const;

/** Controls whose clicks need the code. Those that add to the cart open the drawer. */
const controls =
  ".cart-container, .menu-toggle, .astra-search-icon, .woocommerce-store-notice__dismiss-link, " +
  ".add_to_cart_button, .single_add_to_cart_button, .qcfw_shop_buy_now_button, .heart, shop-island :is(a, button)";

/**
 * Loads code at the first sign that the page is used, by the shopper or by another script. A click on one of its controls is
 * held until the code has started. If it cannot be loaded, the click does what it does without that code.
 */
export function onInteraction(load: () => Promise<void>): void {
  const waiting = new AbortController();
  const { signal } = waiting;
  const held: HTMLElement[] = [];
  let isLoading = false;
  const finish = () => {
    waiting.abort();
    for (const control of held) control.click();
  };
  const start = () => {
    if (isLoading) return;
    isLoading = true;
    void load().catch(reportError).then(finish);
  };
  const hold = (event: Event) => {
    const control = closest(event, controls);
    if (!control || hasModifier(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held.push(control);
    start();
  };
  window.addEventListener("click", hold, { capture: true, signal });
  for (const name of signs) window.addEventListener(name, start, { capture: true, passive: true, signal });
  const onLoad = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement && target.type !== "module") start();
  };
  document.addEventListener("load", onLoad, { capture: true, signal });
  if (isUsed()) start();
}

/** Tells whether the page may have been used already, or shows what earlier use of it has left. */
function isUsed(): boolean {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return (
    navigator.userActivation?.hasBeenActive ||
    navigation?.type !== "navigate" ||
    window.scrollY > 0 ||
    window.location.hash !== "" ||
    window.jQuery !== undefined ||
    // Hearts show what is in the wishlist.
    readCookie("chowk_wishlist") !== "" ||
    document.querySelector("script[src]:not([type=module])") !== null ||
    // The number of filtered products is announced.
    (window.location.search !== "" && document.querySelector("shop-listing") !== null)
  );
}
