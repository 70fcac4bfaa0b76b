import { type CartAnswerPage, fetchPage } from "../../cart/client/cart-form-post.ts";
import type { CartQueue } from "../../cart/client/cart-queue.ts";
import { failureMessage } from "../../cart/client/cart-requests.ts";
import { FormQuantities } from "../../cart/client/form-quantities.ts";
import { announce } from "../../client/announce.ts";
import { closest } from "../../client/closest.ts";
import { dispatch } from "../../client/events.ts";
import { textFields } from "../../client/forms/form-controls.ts";
import { intercept } from "../../client/intercept.ts";
import { focusRefusedCoupon } from "../../notices/client/notices.ts";
import { showFailureNotice, showNotices } from "../../notices/client/page-notices.ts";
import { replaceParts } from "./checkout-parts.ts";

const formSelector = ".checkout-cart form.woocommerce-cart-form";

/** Saves quantities and coupons on the checkout page without a reload, so that entered fields stay. */
export class CheckoutCart {
  readonly #queue: CartQueue;
  readonly #quantities: FormQuantities;
  /** How many coupon changes are under way. */
  #changes = 0;

  constructor(queue: CartQueue, signal: AbortSignal) {
    this.#queue = queue;
    document.addEventListener("submit", (event) => this.#onCouponSubmit(event), { signal });
    document.addEventListener("click", (event) => this.#onClick(event), { signal });
    const options = { formSelector, queue, show: showCheckout, showFailure: showFailureNotice, signal };
    this.#quantities = new FormQuantities(options);
    const capture = { signal, capture: true };
    document.addEventListener("submit", (event) => this.#onQuantitySubmit(event), capture);
  }

  /**
   * Submits quantities at once. Blocks an order while a change of the cart is under way, for other scripts too: it would be
   * for another total.
   */
  #onQuantitySubmit(event: Event): void {
    const isBusy = this.#quantities.isUnsaved || this.#changes > 0;
    if (!closest(event, isBusy ? `form.checkout, ${formSelector}` : formSelector)) return;
    event.preventDefault();
    if (isBusy) event.stopPropagation();
    this.#quantities.saveAfter(0);
  }

  #onCouponSubmit(event: Event): void {
    const form = closest<HTMLFormElement>(event, ".checkout-cart form.checkout_coupon");
    if (form && !event.defaultPrevented) intercept(event, () => void this.#applyCoupon(form));
  }

  #onClick(event: Event): void {
    const link = closest<HTMLAnchorElement>(event, "form.checkout .woocommerce-remove-coupon");
    if (link && !event.defaultPrevented) intercept(event, () => void this.#removeCoupon(link));
  }

  async #applyCoupon(form: HTMLFormElement): Promise<void> {
    const sent = textFields(form);
    form.setAttribute("aria-busy", "true");
    try {
      await this.#change(form.action, sent, { method: "POST", body: sent });
      focusRefusedCoupon();
      document.querySelector(".coupon-success-notice")?.scrollIntoView({ block: "nearest" });
    } catch {
      form.removeAttribute("aria-busy");
      showFailureNotice(failureMessage(form.dataset.failure));
    }
  }

  /** Removes a coupon; follows its link if that fails. */
  async #removeCoupon(link: HTMLAnchorElement): Promise<void> {
    try {
      await this.#change(link.href, new URLSearchParams(), {});
      focusAfterRemoval();
    } catch {
      window.location.assign(link.href);
    }
  }

  /** Changes the cart in turn and shows it. @throws if no page is returned */
  async #change(address: string, sent: URLSearchParams, options: RequestInit): Promise<void> {
    this.#changes += 1;
    try {
      await this.#queue.run(async () => showCheckout(await fetchPage(address, options), sent));
    } finally {
      this.#changes -= 1;
    }
  }
}

/** Shows the parts that changed. With an empty cart the server returns another page, which is navigated to. */
function showCheckout({ page, address }: CartAnswerPage, sent: URLSearchParams): void {
  if (!page.querySelector(".checkout-cart")) return window.location.assign(address);
  replaceParts(page, sent);
  // The coupon field shows its own error.
  page.querySelector(".woocommerce-error [data-id=coupon_code]")?.remove();
  showNotices([...page.querySelectorAll(".woocommerce-notices-wrapper .woocommerce-error:has(li)")]);
  announce(page.querySelector(".woocommerce-message")?.textContent ?? "");
  dispatch(document.body, "updated_checkout");
}

/** Focuses the link of another coupon, or else the total, after a coupon's link has disappeared. */
function focusAfterRemoval(): void {
  if (document.activeElement !== document.body) return;
  const [next] = ["a.woocommerce-remove-coupon", ".order-total"].flatMap(
    (selector) => document.querySelector<HTMLElement>(`form.checkout ${selector}`) ?? [],
  );
  if (next?.matches(".order-total")) next.tabIndex = -1;
  next?.focus({ preventScroll: true });
}
