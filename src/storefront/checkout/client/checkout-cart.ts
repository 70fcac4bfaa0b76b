import { type CartAnswerPage, fetchPage } from "../../cart/client/cart-form-post.ts";
import type { CartQueue } from "../../cart/client/cart-queue.ts";
import { failureMessage } from "../../cart/client/cart-requests.ts";
import { FormQuantities } from "../../cart/client/form-quantities.ts";
import { quantityIn } from "../../cart/client/unsaved-quantities.ts";
import { announce } from "../../client/announce.ts";
import { closest } from "../../client/closest.ts";
import { dispatch } from "../../client/events.ts";
import { textFields } from "../../client/forms/form-controls.ts";
import { intercept } from "../../client/intercept.ts";
import { startUnlessLeft } from "../../client/other-scripts.ts";
import { focusNotice, focusRefusedCoupon } from "../../notices/client/notices.ts";
import { showFailureNotice, showNotices } from "../../notices/client/page-notices.ts";
import { releaseFields, replaceParts } from "./checkout-parts.ts";
import { reloadKeepingState } from "./keep-over-reload.ts";
import { isReload, postQuantities } from "./post-quantities.ts";

const formSelector = ".checkout-cart form.woocommerce-cart-form";

/** Saves quantities, restored lines and coupons on the checkout page without a reload, so that entered fields stay. */
export class CheckoutCart {
  readonly #queue: CartQueue;
  /** How many coupon changes are under way. */
  #changes = 0;
  /** Whether an order waits for changes of the cart. */
  #isOrderWaiting = false;
  /** Whether a change has failed or loads a page, so that the order waiting for it must not be placed. */
  #isOrderStopped = false;

  constructor(queue: CartQueue, signal: AbortSignal) {
    this.#queue = queue;
    releaseFields(document);
    document.addEventListener("submit", (event) => this.#onCouponSubmit(event), { signal });
    document.addEventListener("click", (event) => this.#onClick(event), { signal });
    startUnlessLeft("quantities", signal, (signal) => this.#startQuantities(signal));
  }

  #startQuantities(signal: AbortSignal): void {
    const show = (answer: CartAnswerPage, sent: URLSearchParams) => {
      if (isReload(answer)) showReview(answer);
      if (isReload(answer) || !showCheckout(answer, sent)) this.#isOrderStopped = true;
      // The quantity's field can be far below, for example when the quantity was held to the stock.
      document.querySelector(".woocommerce-error")?.scrollIntoView({ block: "nearest" });
      dispatch(document.body, "added_to_cart");
      // A later change reloads the page once it is saved.
      if (isReload(answer) && !quantities.isWaiting) reloadKeepingState();
    };
    const options = { formSelector, queue: this.#queue, post: postQuantities, show, showFailure: showFailureNotice };
    const quantities = new FormQuantities({ ...options, signal });
    const onSubmit = (event: Event) => this.#onQuantitySubmit(event, quantities);
    document.addEventListener("submit", onSubmit, { signal, capture: true });
  }

  /** Submits quantities at once. An order waits for changes of the cart that are under way, for other scripts too. */
  #onQuantitySubmit(event: Event, quantities: FormQuantities): void {
    const isBusy = quantities.isUnsaved || this.#changes > 0;
    const order = isBusy ? closest<HTMLFormElement>(event, "form.checkout") : null;
    if (!order && !closest(event, formSelector)) return;
    event.preventDefault();
    if (isBusy) event.stopPropagation();
    if (!order) quantities.saveAfter(0);
    else if (!this.#isOrderWaiting) void this.#orderAfterChanges(order, quantities);
  }

  /** Places the order once the cart's changes are saved, unless one failed or the shopper has not seen the new total. */
  async #orderAfterChanges(form: HTMLFormElement, quantities: FormQuantities): Promise<void> {
    const seen = shownTotal();
    const entered = enteredQuantities();
    this.#isOrderWaiting = true;
    this.#isOrderStopped = false;
    form.querySelector("#place_order")?.setAttribute("aria-busy", "true");
    while (quantities.isUnsaved || this.#changes > 0) await Promise.all([quantities.settle(), this.#queue.settled]);
    this.#isOrderWaiting = false;
    const button = form.querySelector<HTMLButtonElement>("#place_order");
    button?.removeAttribute("aria-busy");
    if (this.#isOrderStopped) return focusNotice();
    const saved = new Map(enteredQuantities());
    const isAsEntered = entered.every(([name, quantity]) => (saved.get(name) ?? "0") === quantity);
    if (isAsEntered && shownTotal() === seen) form.requestSubmit(button);
    // If only the quantities differ, a notice already says why.
    else if (button && shownTotal() !== seen) showNewTotal(form, button);
  }

  #onCouponSubmit(event: Event): void {
    const form = closest<HTMLFormElement>(event, ".checkout-cart form.checkout_coupon");
    if (form && !event.defaultPrevented) intercept(event, () => void this.#count(this.#applyCoupon(form)));
  }

  #onClick(event: Event): void {
    const link = closest<HTMLAnchorElement>(event, "form.checkout .woocommerce-remove-coupon, a.restore-item");
    if (link && !event.defaultPrevented) intercept(event, () => void this.#count(this.#follow(link)));
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

  /** Removes a coupon or restores a line, by its link; leaves the page for it if that fails. */
  async #follow(link: HTMLAnchorElement): Promise<void> {
    try {
      await this.#change(link.href, new URLSearchParams(), {});
      focusAfterRemoval();
      const { restored_message } = link.dataset;
      if (restored_message && !document.querySelector(".woocommerce-error")) announce(restored_message);
    } catch {
      window.location.assign(link.href);
    }
  }

  /** Counts a change until its outcome is shown. */
  async #count(change: Promise<void>): Promise<void> {
    this.#changes += 1;
    await change.finally(() => {
      this.#changes -= 1;
    });
  }

  /** Changes the cart in turn and shows it. @throws if no page is returned */
  async #change(address: string, sent: URLSearchParams, options: RequestInit): Promise<void> {
    let isDone = false;
    try {
      await this.#queue.run(async () => {
        isDone = showCheckout(await fetchPage(address, options), sent);
      });
    } finally {
      if (!isDone) this.#isOrderStopped = true;
    }
  }
}

/** Returns the fields' names and quantities, as the server reads them. */
function enteredQuantities(): [name: string, quantity: string | null][] {
  const fields = [...document.querySelectorAll<HTMLInputElement>(`${formSelector} input.qty`)];
  return fields.map((field) => [field.name, quantityIn(field)]);
}

/** Returns the order's total as the shopper sees it. */
function shownTotal(): string {
  return document.querySelector("#order_review .order-total")?.textContent ?? "";
}

/** Says above the button that the order was not placed, because the cart has changed. */
function showNewTotal(form: HTMLFormElement, button: HTMLElement): void {
  const text = form.dataset.changed ?? "";
  form.querySelector(".total-changed")?.remove();
  const note = Object.assign(document.createElement("p"), { className: "total-changed notice", textContent: text });
  button.before(note);
  // Centred, so that the button below it is visible too.
  note.scrollIntoView({ block: "center" });
  announce(text);
}

/**
 * Shows the parts that changed. With an empty cart the server returns another page, which is navigated to.
 * @returns whether the checkout is shown without an error
 */
function showCheckout({ page, address }: CartAnswerPage, sent: URLSearchParams): boolean {
  if (!page.querySelector(".checkout-cart")) {
    window.location.assign(address);
    return false;
  }
  const isRefused = page.querySelector(".woocommerce-notices-wrapper .woocommerce-error li") !== null;
  replaceParts(page, sent);
  // The coupon field shows its own error.
  page.querySelector(".woocommerce-error [data-id=coupon_code]")?.remove();
  const shown = ".woocommerce-notices-wrapper :is(.woocommerce-error:has(li), .woocommerce-message:has(.restore-item))";
  showNotices([...page.querySelectorAll(shown)]);
  announce(page.querySelector(".woocommerce-message")?.textContent ?? "");
  tellUpdate();
  return !isRefused;
}

/** Shows the order review of an answer until the page is reloaded. */
function showReview({ page }: CartAnswerPage): void {
  const review = page.querySelector("#order_review");
  if (review?.firstElementChild) document.querySelector("#order_review")?.replaceChildren(...review.children);
  tellUpdate();
}

function tellUpdate(): void {
  dispatch(document.querySelector("#order_review") ?? document.body, "updated_checkout");
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
