import type { FactKind, Payload } from "../facts.rules.ts";
import {
  decimalOf,
  type GoodsFact,
  isOfCart,
  type Network,
  namesOf,
  piecesOf,
  standardEvent,
} from "./network.rules.ts";

const names: Readonly<Partial<Record<FactKind, string>>> = {
  page_view: "PAGE_VIEW",
  view_content: "VIEW_CONTENT",
  add_to_cart: "ADD_CART",
  add_to_wishlist: "ADD_TO_WISHLIST",
  begin_checkout: "START_CHECKOUT",
  add_payment_info: "ADD_BILLING",
  purchase: "PURCHASE",
};

/** All names that the shop sends. */
export const snapchatNames: ReadonlySet<string> = /* @__PURE__ */ new Set(Object.values(names));

function goodsPayload(fact: GoodsFact): Payload {
  const { items, currency, value } = fact;
  return {
    price: decimalOf(value, currency),
    currency: currency.code,
    description: namesOf(items),
    item_ids: items.map(({ id }) => String(id)),
    ...(isOfCart(fact) && { number_items: piecesOf(items) }),
    ...("transactionId" in fact && { transaction_id: fact.transactionId }),
  };
}

/** Snapchat: the pixel's `snaptr`, and the Conversions API v3. It has no event for refunds. */
export const snapchat: Network = {
  consent: "marketing",
  maxDays: 7,
  eventOf(fact) {
    if (fact.kind === "page_view") return standardEvent("PAGE_VIEW", {});
    if (fact.kind === "pricing_table_checkout")
      return standardEvent("START_CHECKOUT", {
        price: fact.price,
        currency: fact.currencyCode,
        description: fact.plan,
        item_ids: [fact.tableId],
      });
    return "value" in fact ? standardEvent(names[fact.kind], goodsPayload(fact)) : null;
  },
  browserCall({ name, payload }, { eventId }) {
    return { global: "snaptr", args: ["track", name, { ...payload, client_dedup_id: eventId }] };
  },
};
