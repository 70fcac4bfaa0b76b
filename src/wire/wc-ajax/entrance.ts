import type { ShopServices } from "#http/shop-services.ts";
import type { Visit } from "#http/visit/visit.ts";
import type { Fields } from "./fields.ts";

/** The services that the doors and page requests work with. */
export type Entrance = Pick<
  ShopServices,
  "db" | "clock" | "nonces" | "details" | "cartProducts" | "drawnCarts" | "guard"
>;

/** A call as its handler sees it. */
export interface Call extends Entrance {
  visit: Visit;
  /** Query and form, the form winning. */
  fields: Fields;
}

/** What a handler answers: JSON, HTML, or nothing at all (the protocol's silence: status 200, empty body). */
export type CallAnswer = { json: unknown } | { html: string; status?: number; contentType?: string } | null;

export type CallHandler = (call: Call) => Promise<CallAnswer>;
