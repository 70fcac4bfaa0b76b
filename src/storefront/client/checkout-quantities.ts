import { announce } from "./announce.ts";
import type { CartAnswerPage } from "./cart-form-post.ts";
import { replaceParts } from "./checkout-parts.ts";
import { dispatch } from "./events.ts";
import { startFormQuantities } from "./form-quantities.ts";
import { showFailure, showNotices } from "./page-notices.ts";

const formSelector = ".checkout-cart form.woocommerce-cart-form";

/** On the checkout page a changed quantity is saved by itself: lines, sums and the button's total follow. */
export function startCheckoutQuantities(): void {
  const { saveAfter, isUnsaved } = startFormQuantities(formSelector, { show, tell: showFailure });
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    // An order waits for the quantities: it is for what its button says.
    const isOrder = form.matches("form.checkout") && isUnsaved();
    if (!isOrder && !form.matches(formSelector)) return;
    event.preventDefault();
    saveAfter(0);
  });
}

/** An empty cart has no checkout: the answer is another page then. */
function show({ page, address }: CartAnswerPage, sent: URLSearchParams): void {
  if (!page.querySelector(formSelector)) return window.location.assign(address);
  replaceParts(page, sent);
  showNotices([...page.querySelectorAll(".woocommerce-notices-wrapper .woocommerce-error")]);
  announce(page.querySelector(".woocommerce-message")?.textContent ?? "");
  dispatch(document.body, "updated_checkout");
}
