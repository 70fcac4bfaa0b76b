import type { FastifyReply, FastifyRequest } from "fastify";
import { visitorCart } from "#http/visitor-cart.ts";
import type { CurrentCart } from "#shop/cart/cart.ts";
import { keepCartDelivery } from "#shop/cart/cart-delivery.ts";
import type { Address } from "#shop/orders/order.ts";
import type { PersonalServices } from "../rendering/personal-services.ts";
import { otherPlace } from "./typed-address.ts";

/**
 * The cart for the place that stands in the form. A form may have been kept while nobody was signed in, so that the cart of
 * whoever has signed in by now goes elsewhere: then it is told.
 */
export async function cartOfForm(
  services: PersonalServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { address, countries }: { address: Partial<Address>; countries: readonly string[] },
  cart: CurrentCart,
): Promise<CurrentCart> {
  const destination = cart.delivery && otherPlace(address, cart.destination, countries);
  const session = destination && (await services.visitors.find(request, reply));
  if (!session) return cart;
  await keepCartDelivery(services.db, session.id, { destination }, services.clock.now());
  return visitorCart({ ...services, request, reply });
}
