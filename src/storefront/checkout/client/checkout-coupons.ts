import { failureWords } from "../../cart/client/failure-words.ts";
import { takeOver } from "../../client/take-over.ts";
import { focusRefusedCoupon } from "../../notices/client/notices.ts";
import { showFailure } from "../../notices/client/page-notices.ts";
import { changeCheckout } from "./checkout-changes.ts";

/** On the checkout page a coupon is put in and taken out in place: what has been typed there stays. */
export function startCheckoutCoupons(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (form.matches(".checkout-cart form.checkout_coupon")) takeOver(event, () => void send(form));
  });
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("form.checkout .woocommerce-remove-coupon");
    if (link) takeOver(event, () => void follow(link));
  });
}

/** Sends the form as it would send itself. */
async function send(form: HTMLFormElement): Promise<void> {
  const sent = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") sent.append(name, value);
  form.setAttribute("aria-busy", "true");
  try {
    await changeCheckout(form.action, sent, { method: "POST", body: sent });
    focusRefusedCoupon();
    document.querySelector(".coupon-success-notice")?.scrollIntoView({ block: "nearest" });
  } catch {
    form.removeAttribute("aria-busy");
    showFailure(failureWords(form.dataset.failure));
  }
}

/** Goes where the link leads when that fails. */
async function follow(link: HTMLAnchorElement): Promise<void> {
  try {
    await changeCheckout(link.href, new URLSearchParams(), {});
    focusAfterRemoval();
  } catch {
    window.location.assign(link.href);
  }
}

/** What was pressed is gone: the focus goes to the link of another coupon, else to the total, which is what has changed. */
function focusAfterRemoval(): void {
  if (document.activeElement !== document.body) return;
  const [next] = ["a.woocommerce-remove-coupon", ".order-total"].flatMap(
    (one) => document.querySelector<HTMLElement>(`form.checkout ${one}`) ?? [],
  );
  if (next?.matches(".order-total")) next.tabIndex = -1;
  next?.focus({ preventScroll: true });
}
