import type { ShopServices } from "#http/shop-services.ts";
import type { Visit } from "#http/visit/visit.ts";
import type { Fields } from "./fields.ts";

/** The services that endpoints and page requests use. */
export type Entrance = Pick<
  ShopServices,
  | "db"
  | "clock"
  | "nonces"
  | "details"
  | "cards"
  | "facts"
  | "liveSales"
  | "cartProducts"
  | "renderedCarts"
  | "guard"
  | "priceLevel"
  | "contactForms"
  | "attachments"
  | "signatures"
  | "seals"
  | "wished"
  | "statistics"
>;

/** A request as its handler sees it. */
export interface Call extends Entrance {
  visit: Visit;
  /** Query and form fields; form fields take precedence. */
  fields: Fields;
}

/** A handler's answer: JSON, HTML, or null for the protocol's empty answer (status 200, empty body). */
export type CallAnswer = { json: unknown } | { html: string; status?: number; contentType?: string } | null;

export type CallHandler = (call: Call) => Promise<CallAnswer>;
