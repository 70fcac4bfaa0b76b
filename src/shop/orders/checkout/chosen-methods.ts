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

/** The destination, delivery method and payment method of a checkout form. */
type ChosenMethods = Pick<Checkout, "form" | "deliveryMethodId" | "paymentMethodId">;

/** The settings and zones that decide which methods are available. */
export interface Store {
  settings: TaxedSettings;
  /** The delivery zones; undefined: read from the database. */
  zones: readonly DeliveryZone[] | undefined;
}

/** Saves a checkout's destination and methods with the cart; ignores unknown methods. */
export async function saveChosenMethods(
  db: Database,
  checkout: ChosenMethods & { sessionId: number },
  { settings, zones }: Store,
  now: Date,
): Promise<void> {
  const chosen = choiceOf(checkout, null, zones ?? (await listDeliveryZones(db)), settings);
  const paymentMethodId = findPaymentMethod(checkout.paymentMethodId)?.id ?? null;
  await saveCartDelivery(db, checkout.sessionId, { ...chosen, paymentMethodId }, now);
}

/**
 * Prices the lines of a session's cart for a checkout's destination and methods. @returns the cart, and the delivery
 * zones
 */
export async function priceWithChosenMethods(
  db: Database,
  checkout: ChosenMethods & { sessionId: number },
  lines: readonly CartLineRecord[],
  { settings, zones }: Store,
  now: Date,
): Promise<{ cart: CurrentCart; zones: readonly DeliveryZone[] }> {
  const terms = await loadTerms(db, checkout.sessionId, lines, zones);
  const delivery = choiceOf(checkout, terms.delivery, terms.zones, settings);
  return { cart: priceCart(lines, { ...terms, delivery }, settings, now), zones: terms.zones };
}

/** Returns the faults of a form that placing its order would report; writes nothing and takes no locks. */
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

/** Returns the form's destination and methods; keeps the `saved` destination if the form names only the same country. */
function choiceOf(
  { form, deliveryMethodId, paymentMethodId }: ChosenMethods,
  saved: DeliveryChoice | null,
  zones: readonly DeliveryZone[],
  settings: TaxedSettings,
): DeliveryChoice {
  const { country, state, city, postcode } = form.shipping ?? form.billing;
  const countries = deliveredCountries(zones, settings);
  const typed = readDestination({ country, state, city, postcode }, countries);
  const namesPlace = state !== "" || city !== "" || postcode !== "";
  const isElsewhere = typed?.country !== (saved?.destination?.country ?? countries[0]);
  return {
    destination: namesPlace || isElsewhere ? typed : (saved?.destination ?? null),
    methodId: knownMethodId(zones, deliveryMethodId) ?? saved?.methodId ?? null,
    paymentMethodId,
  };
}
