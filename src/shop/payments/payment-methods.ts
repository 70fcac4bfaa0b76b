import { paymentMethods as registered } from "#extensions/payment-methods.ts";
import type { Amount } from "#platform/money.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { nothingToPay } from "./nothing-to-pay.ts";
import type { OrderToPay, PaymentMethod, PaymentPromise, PaymentStart } from "./payment.ts";

const paymentMethods: readonly PaymentMethod[] = registered;

/** Where a cart goes, and whether its buyer fetches it instead. */
interface WayToBuyer {
  destination: { country: string };
  shipping: { isPickup: boolean } | null;
  delivery: { fetchedIn: string } | null;
}

/** The country in which a cart is paid: the one that it goes to or, where its buyer fetches it, the one where it lies ready. */
export function paymentCountry({ destination, shipping, delivery }: WayToBuyer): string {
  return shipping?.isPickup && delivery ? delivery.fetchedIn : destination.country;
}

/** The payment methods that are offered in a country, in the order of the setting; the first one is selected at first. */
export function offeredPayments(settings: Settings, country: string): PaymentMethod[] {
  return settings.payment_methods.flatMap((id) => {
    const method = findPaymentMethod(id);
    return method?.isOffered({ country, storeCountry: settings.store_country }, settings) ? [method] : [];
  });
}

/** What is promised of payment in the store's own country, while the destination is not known; `charge` is 0 where it costs nothing. */
export function paymentPromises(settings: Settings): (PaymentPromise & { charge: Amount })[] {
  return offeredPayments(settings, settings.store_country).flatMap(({ promise, collection }) =>
    promise ? [{ ...promise, charge: collection?.fee(settings).amount ?? 0 }] : [],
  );
}

/** The way to pay that is in force: the chosen one where it is offered, else the first; undefined: there is none. */
export function paymentInForce(
  chosenId: string | null | undefined,
  way: WayToBuyer,
  settings: Settings,
): PaymentMethod | undefined {
  const offered = offeredPayments(settings, paymentCountry(way));
  return offered.find(({ id }) => id === chosenId) ?? offered[0];
}

/** How an order is paid: by the chosen way where it is offered; what costs nothing needs none. undefined: it cannot be. */
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

/** How an order stands as it begins. One that costs nothing is paid already, and done where nobody has to do anything. */
export function beginPayment(method: PaymentMethod, order: OrderToPay): PaymentStart {
  return (order.total > 0 ? method : nothingToPay).begin(order);
}
