import { paymentMethods as registered } from "#extensions/payment-methods.ts";
import type { Amount } from "#platform/money.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { nothingToPay } from "./nothing-to-pay.ts";
import type { OrderToPay, PaymentMethod, PaymentPromise, PaymentStart } from "./payment.ts";

const paymentMethods: readonly PaymentMethod[] = registered;

/** A cart's destination, or pickup. */
interface PaidCart {
  destination: { country: string };
  shipping: { isPickup: boolean } | null;
  delivery: { pickupIn: string } | null;
}

/** Returns the country where a cart is paid: its destination, or the store's for pickup. */
export function paymentCountry({ destination, shipping, delivery }: PaidCart): string {
  return shipping?.isPickup && delivery ? delivery.pickupIn : destination.country;
}

/** Lists the payment methods offered in a country, in the order of the setting; the first is the default. */
export function offeredPayments(settings: Settings, country: string): PaymentMethod[] {
  return settings.payment_methods.flatMap((id) => {
    const method = findPaymentMethod(id);
    return method?.isOffered({ country, storeCountry: settings.store_country }, settings) ? [method] : [];
  });
}

/**
 * Lists what can be promised about payment in the store's country before the destination is known; `charge` is 0 if it
 * costs nothing.
 */
export function paymentPromises(settings: Settings): (PaymentPromise & { charge: Amount })[] {
  return offeredPayments(settings, settings.store_country).flatMap(({ promise, collection }) =>
    promise ? [{ ...promise, charge: collection?.fee(settings).amount ?? 0 }] : [],
  );
}

/** Returns the chosen payment method if it is offered, else the first; undefined if there is none. */
export function paymentInForce(
  chosenId: string | null | undefined,
  cart: PaidCart,
  settings: Settings,
): PaymentMethod | undefined {
  const offered = offeredPayments(settings, paymentCountry(cart));
  return offered.find(({ id }) => id === chosenId) ?? offered[0];
}

/**
 * Returns the payment method of an order: the chosen one if it is offered; free orders need none. Undefined if the
 * order cannot be paid.
 */
export function paymentFor(
  { total, country }: { total: Amount; country: string },
  chosenId: string,
  settings: Settings,
): PaymentMethod | undefined {
  const chosen = offeredPayments(settings, country).find(({ id }) => id === chosenId);
  return chosen ?? (total === 0 ? nothingToPay : undefined);
}

export function findPaymentMethod(id: string): PaymentMethod | undefined {
  return paymentMethods.find((method) => method.id === id);
}

/** Returns the first status of an order. A free one is paid at once, and completed if it needs no work. */
export function beginPayment(method: PaymentMethod, order: OrderToPay): PaymentStart {
  return (order.total > 0 ? method : nothingToPay).begin(order);
}

/** Returns the ids of the methods that are paid on delivery. */
export function collectedMethodIds(): string[] {
  return paymentMethods.flatMap(({ id, collection }) => (collection ? [id] : []));
}

/** Returns whether an order with this payment method is paid on delivery. */
export function isPaidOnDelivery(id: string): boolean {
  return findPaymentMethod(id)?.collection !== undefined;
}
