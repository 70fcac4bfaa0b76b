import { cashOnDelivery } from "./cash-on-delivery.ts";
import type { PaymentMethod } from "./payment.ts";

/** The ways to pay that the shop offers, the first one chosen at first. A gateway has a file of its own and an entry here. */
export const paymentMethods: readonly PaymentMethod[] = [cashOnDelivery];

export function findPaymentMethod(id: string): PaymentMethod | undefined {
  return paymentMethods.find((method) => method.id === id);
}
