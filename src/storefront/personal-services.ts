import type { FastifyReply, FastifyRequest } from "fastify";
import type { Visitors } from "#http/visitor.ts";
import type { CheckoutFault, CheckoutForm } from "#shop/orders/checkout.rules.ts";
import type { PageServices } from "./public-page.ts";

/** A checkout form that was sent as a page and refused: what was typed, and what is wrong with it. */
export interface RefusedCheckout {
  form: CheckoutForm;
  faults: readonly CheckoutFault[];
  paymentMethodId: string;
}

/** What the routes of pages for one visitor work with besides. */
export interface PersonalServices extends PageServices {
  visitors: Visitors;
  /** The form that this request sent and the shop refused, if it did. */
  refusedCheckoutOf(request: FastifyRequest): RefusedCheckout | undefined;
  /** A nonce of an action for this visitor. */
  nonceOf(request: FastifyRequest, reply: FastifyReply, action: string): Promise<string>;
}
