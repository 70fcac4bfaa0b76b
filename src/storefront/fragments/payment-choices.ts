import { offeredPayments } from "#shop/payments/payment-methods.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import type { PaymentChoice } from "./payment.tsx";

/** The ways to pay as the checkout shows them. */
export function paymentChoices(settings: Settings): PaymentChoice[] {
  return offeredPayments(settings).map((method) => {
    const description = method.describe(settings);
    return { id: method.id, title: method.title, ...(description && { description }) };
  });
}
