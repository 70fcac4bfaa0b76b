import { startCountries } from "./address-countries.ts";
import { startCheckoutCoupons } from "./checkout-coupons.ts";
import { startCheckoutDraft } from "./checkout-draft.ts";
import { startCheckoutErrors } from "./checkout-errors.ts";
import { startCheckoutKeys } from "./checkout-keys.ts";
import { startCheckoutOrder } from "./checkout-order.ts";
import { startCheckoutPlaces } from "./checkout-places.ts";
import { startCheckoutQuantities } from "./checkout-quantities.ts";
import { startCheckoutReview } from "./checkout-review.ts";
import { startCheckoutSignIn } from "./checkout-sign-in.ts";

/** The form of an address in an account: a part of its own would take the addresses of pages out of the base script. */
export function startAddressForm(form: HTMLFormElement): void {
  startCountries(form);
}

/** Everything that only the checkout does. */
export function startCheckout(): void {
  const form = document.querySelector<HTMLFormElement>("form.checkout");
  if (form) startCountries(form);
  startCheckoutDraft();
  startCheckoutCoupons();
  startCheckoutErrors();
  startCheckoutKeys();
  startCheckoutPlaces();
  startCheckoutQuantities();
  startCheckoutReview();
  startCheckoutSignIn();
  // After what makes an order wait.
  startCheckoutOrder();
}
