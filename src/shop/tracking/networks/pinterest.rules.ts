import type { FactKind, Payload } from "../facts.rules.ts";
import {
  decimalOf,
  type GoodsFact,
  isOfCart,
  leadOf,
  type Network,
  namesOf,
  orderNumberOf,
  piecesOf,
  quizOf,
  standardEvent,
} from "./network.rules.ts";

const names: Readonly<Partial<Record<FactKind, string>>> = {
  view_content: "PageVisit",
  add_to_cart: "AddToCart",
  purchase: "Checkout",
};

function goodsPayload(fact: GoodsFact): Payload {
  const { items, currency, value } = fact;
  const ids = items.map(({ id }) => String(id));
  return {
    value: decimalOf(value, currency),
    currency: currency.code,
    product_name: namesOf(items),
    product_id: ids.length === 1 ? ids[0] : ids,
    ...(isOfCart(fact) && { order_quantity: piecesOf(items), ...orderNumberOf(fact) }),
  };
}

/** Pinterest: the tag's `pintrk`, and the API for Conversions. It has no event for refunds. */
export const pinterest: Network = {
  consent: "marketing",
  maxDays: 7,
  eventOf(fact) {
    switch (fact.kind) {
      case "page_view":
        return standardEvent("page", {});
      case "lead":
        return standardEvent("Lead", leadOf(fact));
      case "quiz_lead":
        return standardEvent("Lead", quizOf(fact));
      case "complete_registration":
        return standardEvent("Signup", {});
      default:
        return "value" in fact ? standardEvent(names[fact.kind], goodsPayload(fact)) : null;
    }
  },
  browserCall({ name, payload }, { eventId }) {
    if (name === "page") return { global: "pintrk", args: ["page", { event_id: eventId }] };
    return { global: "pintrk", args: ["track", name, { ...payload, event_id: eventId }] };
  },
};
