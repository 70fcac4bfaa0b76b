import { startCheckoutCoupons } from "./checkout-coupons.ts";
import { startCheckoutErrors } from "./checkout-errors.ts";
import { startCheckoutQuantities } from "./checkout-quantities.ts";
import { startCheckoutReview } from "./checkout-review.ts";
import { startCheckoutSignIn } from "./checkout-sign-in.ts";

/** Everything that only the checkout does. */
export function startCheckout(): void {
  startCheckoutCoupons();
  startCheckoutErrors();
  startCheckoutQuantities();
  startCheckoutReview();
  startCheckoutSignIn();
}
