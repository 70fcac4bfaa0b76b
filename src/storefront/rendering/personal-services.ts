import type { FastifyReply, FastifyRequest } from "fastify";
import type { CartProducts } from "#http/cart-products.ts";
import type { CheckoutGuard } from "#http/checkout-guard.ts";
import type { Visitors } from "#http/visitor.ts";
import type { PageServices } from "./public-page.ts";

/** What the routes of pages for one visitor work with besides. */
export interface PersonalServices extends PageServices {
  visitors: Visitors;
  cartProducts: CartProducts;
  guard: CheckoutGuard;
  /** A nonce of an action for this visitor. */
  nonceOf(request: FastifyRequest, reply: FastifyReply, action: string): Promise<string>;
}
