import type { Cart } from "#shop/cart/cart.ts";
import { offeredPayments, paymentCountry } from "#shop/payments/payment-methods.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import type { PaymentChoice } from "./payment.tsx";

/** The ways to pay for a cart as the checkout shows them. */
export function paymentChoices(cart: Cart, settings: Settings): PaymentChoice[] {
  return offeredPayments(settings, paymentCountry(cart, settings)).map((method) => {
    const description = method.describe(settings);
    return { id: method.id, title: method.title, ...(description && { description }) };
  });
}
