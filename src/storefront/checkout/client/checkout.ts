import { startCountries } from "../../address/client/address-countries.ts";
import { startCheckoutCoupons } from "./checkout-coupons.ts";
import { forgetOrdered, startCheckoutDraft } from "./checkout-draft.ts";
import { startCheckoutErrors } from "./checkout-errors.ts";
import { startCheckoutKeys } from "./checkout-keys.ts";
import { startCheckoutOrder } from "./checkout-order.ts";
import { startCheckoutPlaces } from "./checkout-places.ts";
import { startCheckoutQuantities } from "./checkout-quantities.ts";
import { startCheckoutReview } from "./checkout-review.ts";
import { startCheckoutSignIn } from "./checkout-sign-in.ts";

/**
 * What the checkout, the confirmation of an order or the form of an address in an account does. Parts of their own would take
 * the addresses of pages out of the base script.
 */
export function startAt(place: HTMLElement): void {
  const { chowkOrdered: ago } = place.dataset;
  if (ago !== undefined) return forgetOrdered(Number(ago));
  startCountries(place as HTMLFormElement);
  if (place.matches("form.checkout")) startCheckout();
}

/** Everything that only the checkout does. */
function startCheckout(): void {
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
