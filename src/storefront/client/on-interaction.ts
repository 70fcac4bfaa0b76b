import { afterLayout } from "./after-layout.ts";
import { closest } from "./closest.ts";
import { holdClicks } from "./hold-clicks.ts";
import { hasModifier } from "./intercept.ts";
import { readCookie } from "./requests/read-cookie.ts";

/** Events by which a page is being used. */
export const signsOfUse = ["pointermove", "pointerdown", "keydown", "focusin", "scroll"] as const;

/** Controls whose clicks need the code. Those that add to the cart open the drawer. */
const controls =
  ".cart-container, .menu-toggle, .astra-search-icon, .woocommerce-store-notice__dismiss-link, " +
  ".add_to_cart_button, .single_add_to_cart_button, .add-all-button, .qcfw_shop_buy_now_button, .heart, .review-acts :is(a, button), :is(shop-consent, shop-coming-soon, shop-gallery, shop-images, shop-embed, shop-island) :is(a, button)";

/**
 * Loads code at the first sign that the page is used, by the shopper or by another script. A click on one of its controls is
 * held until the code has started. If it cannot be loaded, the click does what it does without that code. Offline, the page
 * stays.
 */
export function onInteraction(load: () => Promise<void>): void {
  const waiting = new AbortController();
  const { signal } = waiting;
  let isLoading = false;
  const start = () => {
    if (isLoading) return;
    isLoading = true;
    void load().catch(reportError).then(finish);
  };
  const release = holdClicks(controls, start);
  const finish = () => {
    waiting.abort();
    release();
  };
  for (const name of signsOfUse) window.addEventListener(name, start, { capture: true, passive: true, signal });
  const onLoad = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement && target.type !== "module") start();
  };
  document.addEventListener("load", onLoad, { capture: true, signal });
  // Sent at once: without its code, the comment form is a plain form.
  window.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    const button = closest(event, ".comment-form")?.querySelector<HTMLElement>("[type=submit]");
    if (!button) return;
    event.preventDefault();
    button.click();
  });
  stayWhileOffline();
  if (isUsed()) start();
  else afterLayout(() => window.scrollY && start());
}

/**
 * Shows a note instead of following the shop's links and sending its forms while the browser is offline: it would replace the
 * page by its own error page. What other code handles, and what opens another tab, is left alone.
 */
function stayWhileOffline(): void {
  let isReachable = false;
  const stay = (event: Event) => {
    const form = event instanceof SubmitEvent && event.target instanceof HTMLFormElement && event.target;
    const leaving = form || closest(event, "a:not([href^='#'], [href*=':'], [target])");
    if (!leaving || navigator.onLine || isReachable || event.defaultPrevented || hasModifier(event)) return;
    event.preventDefault();
    const leave = () => {
      isReachable = true;
      if (form) form.requestSubmit(event.submitter);
      else leaving.click();
    };
    const explain = () => document.querySelector<HTMLElement>(".offline-note")?.togglePopover(true);
    // A shop on the same machine needs no network.
    fetch("", { method: "HEAD" }).then(leave, explain);
  };
  // Added anew for each event, so that it runs after all other listeners.
  const listen = ({ type }: Event) => {
    window.removeEventListener(type, stay);
    window.addEventListener(type, stay);
  };
  for (const type of ["click", "submit"]) window.addEventListener(type, listen, true);
}

/** Tells whether the page may have been used already, or shows what earlier use of it has left. */
function isUsed(): boolean {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const { hash, search } = window.location;
  return Boolean(
    navigator.userActivation?.hasBeenActive ||
      navigation?.type !== "navigate" ||
      hash ||
      window.jQuery ||
      // Hearts show what is in the wishlist.
      readCookie("chowk_wishlist") ||
      document.querySelector("script[src]:not([type=module])") ||
      // The number of sorted or filtered products is announced, and the marks of a followed related link are removed.
      document.querySelector(".count[data-changed]") ||
      /relatedposts_/.test(search),
  );
}
