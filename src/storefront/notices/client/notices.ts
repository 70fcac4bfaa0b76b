import { listen } from "../../client/events.ts";

const selector =
  ".woocommerce-message[role=alert], .woocommerce-error[role=alert], .wc-block-components-notice-banner[role=alert]";

/** Error and success notices take the focus: 500 ms after the load, after a removal and after the cart was refreshed. */
export function startNotices(): void {
  setTimeout(() => {
    // Whoever has begun to do something meanwhile is not taken away from it.
    if (document.activeElement === document.body && !focusRefusedCoupon()) focusNotice();
  }, 500);
  listen(document.body, "item_removed_from_classic_cart", focusNotice);
  listen(document.body, "updated_wc_div", focusNotice);
}

/** Where a coupon's code was refused the focus goes to it, with the reason in sight. @returns whether one was */
export function focusRefusedCoupon(): boolean {
  const field = document.querySelector<HTMLElement>("#coupon_code[aria-invalid=true]");
  field?.focus({ preventScroll: true });
  field?.closest(".coupon")?.scrollIntoView({ block: "nearest" });
  return field !== null;
}

/** Focuses the first notice, which comes to stand 100 px below the upper edge where it is out of sight; nothing happens without one. */
export function focusNotice(): void {
  const notice = document.querySelector<HTMLElement>(selector);
  if (!notice) return;
  notice.tabIndex = -1;
  notice.focus({ preventScroll: true });
  const { top, bottom } = notice.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) notice.scrollIntoView({ block: "start" });
}
