import type { Visit } from "#http/visit/visit.ts";
import type { CurrentCart } from "#shop/cart/cart.ts";
import { saveCartDelivery } from "#shop/cart/cart-delivery.ts";
import type { Address } from "#shop/orders/order.ts";
import type { PageServices } from "../rendering/public-page.ts";
import { otherPlace } from "./typed-address.ts";

/**
 * The cart for the place that stands in the form. A form may have been kept while nobody was signed in, so that the cart of
 * whoever has signed in by now goes elsewhere: then it is told.
 */
export async function cartOfForm(
  { db, clock }: PageServices,
  visit: Visit,
  { address, countries }: { address: Partial<Address>; countries: readonly string[] },
  cart: CurrentCart,
): Promise<CurrentCart> {
  const destination = cart.delivery && otherPlace(address, cart.destination, countries);
  const session = destination && (await visit.session.find());
  if (!session) return cart;
  await saveCartDelivery(db, session.id, { destination }, clock.now());
  return visit.cart();
}
