import { listen } from "../../client/events.ts";
import { scrollPage } from "../../layout/client/scroll-page.ts";

const selector =
  ".woocommerce-message[role=alert], .woocommerce-error[role=alert], .wc-block-components-notice-banner[role=alert]";

/** Distance of a notice that is scrolled to from the top of the window, and the time that it takes. */
const offsetPx = 100;
const scrollMs = 1000;

/** Focuses error and success notices 500 ms after the page has loaded, after a removal and after the cart was refreshed. */
export function startNotices(): void {
  setTimeout(() => {
    // The shopper may have moved the focus meanwhile.
    if (document.activeElement === document.body && !focusRefusedCoupon()) focusNotice();
  }, 500);
  listen(document.body, "item_removed_from_classic_cart", focusNotice);
  listen(document.body, "updated_wc_div", focusNotice);
}

/** Focuses the field of a refused coupon code and scrolls the reason into view. @returns false if there is none */
export function focusRefusedCoupon(): boolean {
  const field = document.querySelector<HTMLElement>("#coupon_code[aria-invalid=true]");
  field?.focus({ preventScroll: true });
  field?.closest(".coupon")?.scrollIntoView({ block: "nearest" });
  return field !== null;
}

/** Focuses the first notice, if any, and scrolls it into view. */
export function focusNotice(): void {
  const notice = document.querySelector<HTMLElement>(selector);
  if (!notice) return;
  notice.tabIndex = -1;
  notice.focus({ preventScroll: true });
  const { top, bottom } = notice.getBoundingClientRect();
  if (top >= 0 && bottom <= window.innerHeight) return;
  void scrollPage(() => window.scrollY + notice.getBoundingClientRect().top - offsetPx, scrollMs);
}
