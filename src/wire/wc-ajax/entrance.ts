import type { FastifyReply, FastifyRequest } from "fastify";
import type { CartProducts } from "#http/cart-products.ts";
import type { CheckoutGuard } from "#http/checkout-guard.ts";
import type { Nonces } from "#http/nonce.ts";
import type { ProductDetails } from "#http/product-details.ts";
import type { StoreFactsKeeper } from "#http/store-facts.ts";
import type { Visitors, VisitorsOptions } from "#http/visitor.ts";
import type { Fields } from "./fields.ts";

/** What the doors and page requests work with. */
export interface Entrance extends VisitorsOptions {
  visitors: Visitors;
  nonces: Nonces;
  facts: Pick<StoreFactsKeeper, "get">;
  details: Pick<ProductDetails, "find">;
  cartProducts: CartProducts;
  guard: CheckoutGuard;
}

/** A call as its handler sees it. */
export interface Call extends Entrance {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Query and form, the form winning. */
  fields: Fields;
}

/** What a handler answers: JSON, HTML, or nothing at all (the protocol's silence: status 200, empty body). */
export type CallAnswer = { json: unknown } | { html: string; status?: number; contentType?: string } | null;

export type CallHandler = (call: Call) => Promise<CallAnswer>;
