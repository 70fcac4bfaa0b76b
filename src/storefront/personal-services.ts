import type { FastifyReply, FastifyRequest } from "fastify";
import type { Visitors } from "#http/visitor.ts";
import type { RefusedCheckout } from "#shop/orders/checkout.ts";
import type { PageServices } from "./public-page.ts";

/** What the routes of pages for one visitor work with besides. */
export interface PersonalServices extends PageServices {
  visitors: Visitors;
  /** The form that this request sent and the shop refused, if it did. */
  refusedCheckoutOf(request: FastifyRequest): RefusedCheckout | undefined;
  /** A nonce of an action for this visitor. */
  nonceOf(request: FastifyRequest, reply: FastifyReply, action: string): Promise<string>;
}
