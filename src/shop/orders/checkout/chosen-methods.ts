import type { Database } from "#db/database.ts";
import type { CurrentCart } from "../../cart/cart.ts";
import { saveCartDelivery } from "../../cart/cart-delivery.ts";
import { listCartLines, loadTerms } from "../../cart/carts.ts";
import { type CartLineRecord, priceCart } from "../../cart/totals/price-cart.ts";
import { deliveredCountries } from "../../delivery/delivered-countries.rules.ts";
import type { DeliveryZone } from "../../delivery/delivery.ts";
import { listDeliveryZones } from "../../delivery/delivery-zones.ts";
import { type DeliveryChoice, readDestination } from "../../delivery/destination.ts";
import { knownMethodId } from "../../delivery/zones.rules.ts";
import { findPaymentMethod } from "../../payments/payment-methods.ts";
import type { TaxedSettings } from "../../taxes/tax-terms.rules.ts";
import type { CheckoutFault } from "./checkout.rules.ts";
import type { Checkout } from "./checkout.ts";
import { fulfilmentOf } from "./fulfilment.ts";
import { orderFaults } from "./order-faults.ts";

/** What a checkout says of how its cart comes and is paid. */
type ChosenMethods = Pick<Checkout, "form" | "deliveryMethodId" | "paymentMethodId">;

/** What the shop's own rules are. */
export interface Store {
  settings: TaxedSettings;
  /** Where it delivers and how; undefined: asked of the database. */
  zones: readonly DeliveryZone[] | undefined;
}

/** Keeps with the cart what a checkout says of its way; ways of delivery and payment that there are none of change nothing. */
export async function saveChosenMethods(
  db: Database,
  checkout: ChosenMethods & { sessionId: number },
  { settings, zones }: Store,
  now: Date,
): Promise<void> {
  const said = wishOf(checkout, null, zones ?? (await listDeliveryZones(db)), settings);
  const paymentMethodId = findPaymentMethod(checkout.paymentMethodId)?.id ?? null;
  await saveCartDelivery(db, checkout.sessionId, { ...said, paymentMethodId }, now);
}

/** A session's cart, of the lines that were read, for the way that a checkout says; and where the shop delivers. */
export async function priceWithChosenMethods(
  db: Database,
  checkout: ChosenMethods & { sessionId: number },
  lines: readonly CartLineRecord[],
  { settings, zones }: Store,
  now: Date,
): Promise<{ cart: CurrentCart; zones: readonly DeliveryZone[] }> {
  const terms = await loadTerms(db, checkout.sessionId, lines, zones);
  const delivery = wishOf(checkout, terms.delivery, terms.zones, settings);
  return { cart: priceCart(lines, { ...terms, delivery }, settings, now), zones: terms.zones };
}

/** What is wrong with a form as an order of its cart would find it; nothing is written, nor waited for. */
export async function findOrderFaults(
  db: Database,
  checkout: ChosenMethods & { sessionId: number },
  store: Store,
  now: Date,
): Promise<CheckoutFault[]> {
  const lines = await listCartLines(db, checkout.sessionId);
  const { cart, zones } = await priceWithChosenMethods(db, checkout, lines, store, now);
  return orderFaults(checkout.form, fulfilmentOf(cart), zones, store.settings);
}

/** What the form says of the way of its cart; what was `kept` only where it says nothing but the same country. */
function wishOf(
  { form, deliveryMethodId, paymentMethodId }: ChosenMethods,
  kept: DeliveryChoice | null,
  zones: readonly DeliveryZone[],
  settings: TaxedSettings,
): DeliveryChoice {
  const { country, state, city, postcode } = form.shipping ?? form.billing;
  const told = readDestination({ country, state, city, postcode }, deliveredCountries(zones, settings));
  const saysMore = state !== "" || city !== "" || postcode !== "";
  const isElsewhere = kept?.destination != null && told?.country !== kept.destination.country;
  return {
    destination: saysMore || isElsewhere ? told : (kept?.destination ?? null),
    methodId: knownMethodId(zones, deliveryMethodId) ?? kept?.methodId ?? null,
    paymentMethodId,
  };
}
