import { cashOnDelivery } from "./cash-on-delivery.ts";
import type { PaymentMethod } from "./payment.ts";

/** The ways to pay that the shop offers, the first one chosen at first. A gateway has a file of its own and an entry here. */
export const paymentMethods: readonly [PaymentMethod, ...PaymentMethod[]] = [cashOnDelivery];

/** The way to pay that is in force: the chosen one where there is such a one, else the first. */
export function paymentInForce(chosenId: string | null): PaymentMethod {
  return findPaymentMethod(chosenId ?? "") ?? paymentMethods[0];
}

export function findPaymentMethod(id: string): PaymentMethod | undefined {
  return paymentMethods.find((method) => method.id === id);
}
