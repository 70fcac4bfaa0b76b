import type { Visit } from "#http/visit/visit.ts";
import type { CurrentCart } from "#shop/cart/cart.ts";
import { saveCartDelivery } from "#shop/cart/cart-delivery.ts";
import type { Address } from "#shop/orders/order.ts";
import type { PageServices } from "../rendering/public-page.ts";
import { differingDestination } from "./typed-address.ts";

/**
 * Returns the cart, recalculated for the address in the form if it differs. This happens when a guest fills in the form
 * and then signs in to an account with another destination.
 */
export async function cartForAddress(
  { db, clock }: PageServices,
  visit: Visit,
  { address, countries }: { address: Partial<Address>; countries: readonly string[] },
  cart: CurrentCart,
): Promise<CurrentCart> {
  const destination = cart.delivery && differingDestination(address, cart.destination, countries);
  const session = destination && (await visit.session.find());
  if (!session) return cart;
  await saveCartDelivery(db, session.id, { destination }, clock.now());
  return visit.cart();
}
