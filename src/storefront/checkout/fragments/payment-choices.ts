import type { Cart } from "#shop/cart/cart.ts";
import { feesOf } from "#shop/delivery/store-delivery.rules.ts";
import { offeredPayments, paymentCountry } from "#shop/payments/payment-methods.ts";
import { shownCharge, type TaxedSettings } from "#shop/taxes/tax-terms.rules.ts";
import type { PaymentChoice } from "./payment.tsx";

/** The ways to pay for a cart as the checkout shows them, with what each costs by itself. */
export function paymentChoices(cart: Cart, settings: TaxedSettings): PaymentChoice[] {
  // Until it is told where a cart goes somebody brings it.
  const offer = cart.delivery && (cart.shipping ?? { isPickup: false });
  return offeredPayments(settings, paymentCountry(cart)).map((method) => {
    const description = method.describe(settings);
    const [fee] = feesOf(method, offer, cart.total, settings);
    return {
      id: method.id,
      title: method.title,
      ...(description && { description }),
      ...(fee && { fee: shownCharge(fee.amount, settings, cart.destination) }),
    };
  });
}
