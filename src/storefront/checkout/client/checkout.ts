import { startCountries } from "../../address/client/address-countries.ts";
import { startAttribution } from "../../attribution/client/attribution.ts";
import type { CartQueue } from "../../cart/client/cart-queue.ts";
import { startRepeating } from "../../cart/client/repeat-addition.ts";
import { defineFolds } from "../../client/fold.ts";
import { startEmailSuggestions } from "../../client/forms/email-suggestions.ts";
import { startUnlessLeft } from "../../client/other-scripts.ts";
import { defineWidget } from "../../client/widget.ts";
import { CheckoutCart } from "./checkout-cart.ts";
import { forgetOrdered, startCheckoutDraft } from "./checkout-draft.ts";
import { CheckoutErrors } from "./checkout-errors.ts";
import { startCheckoutKeys } from "./checkout-keys.ts";
import { startCheckoutOrder } from "./checkout-order.ts";
import { CheckoutReview } from "./checkout-review.ts";
import { restoreAfterReload } from "./keep-over-reload.ts";

/** Starts the checkout, the order confirmation or an account's address form: one part, so that the base script needs one address. */
export function startAt(place: HTMLElement, queue: CartQueue): void {
  const { chowkOrdered: secondsAgo } = place.dataset;
  if (secondsAgo !== undefined) return forgetOrdered(Number(secondsAgo));
  defineFolds();
  if (place.matches("shop-checkout")) startRepeating(queue);
  defineCheckout(queue);
  defineAddressForm();
}

/** Defines `<shop-checkout>`, which holds the cart and the form of the checkout. */
function defineCheckout(queue: CartQueue): void {
  defineWidget("shop-checkout", (element, signal) => {
    const form = element.querySelector<HTMLFormElement>("form.checkout");
    if (form) startCheckout(form, queue, signal);
  });
}

/** Defines `<shop-address>`, which holds an account's address form. */
function defineAddressForm(): void {
  defineWidget("shop-address", (element, signal) => {
    const form = element.querySelector("form");
    if (form) startCountries(form, signal);
  });
}

function startCheckout(form: HTMLFormElement, queue: CartQueue, signal: AbortSignal): void {
  startAttribution();
  startCountries(form, signal);
  startCheckoutDraft(form, signal);
  restoreAfterReload();
  new CheckoutCart(queue, signal);
  startCheckoutKeys(form, signal);
  startCitySuggestions(form, signal);
  startEmailSuggestions(form, signal);
  startSignInLink(form, signal);
  startUnlessLeft("checkout", signal, (signal) => {
    const errors = new CheckoutErrors(form, signal);
    const review = new CheckoutReview(form, queue, signal);
    // After CheckoutCart, whose submit listener may block the order.
    startCheckoutOrder({ form, queue, review, errors, signal });
  });
}

/** Loads the list of cities when a city field first gets the focus. */
function startCitySuggestions(form: HTMLFormElement, signal: AbortSignal): void {
  for (const part of ["billing", "shipping"] as const) {
    const load = () => {
      import("./checkout-cities.ts").then(({ suggestCities }) => suggestCities(form, part, signal), reportError);
    };
    form.querySelector(`#${part}_city`)?.addEventListener("focus", load, { once: true, signal });
  }
}

/** Submits the form before signing in, so that the server keeps the entered fields. */
function startSignInLink(form: HTMLFormElement, signal: AbortSignal): void {
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const field = Object.assign(document.createElement("input"), { type: "hidden", name: "chowk_sign_in", value: "1" });
    form.append(field);
    // Without a submit event, which would place the order.
    HTMLFormElement.prototype.submit.call(form);
    // A page from the back/forward cache must not contain it.
    field.remove();
  };
  form.querySelector<HTMLAnchorElement>("a.checkout-sign-in")?.addEventListener("click", onClick, { signal });
}
