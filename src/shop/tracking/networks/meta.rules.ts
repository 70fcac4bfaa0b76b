import type { FactKind } from "../facts.rules.ts";
import {
  contentPayload,
  customEvent,
  decimalOf,
  type GoodsFact,
  leadOf,
  type Network,
  orderNumberOf,
  pricingTableOf,
  quizOf,
  standardEvent,
} from "./network.rules.ts";

const names: Readonly<Partial<Record<FactKind, string>>> = {
  view_content: "ViewContent",
  add_to_cart: "AddToCart",
  add_to_wishlist: "AddToWishlist",
  begin_checkout: "InitiateCheckout",
  add_payment_info: "AddPaymentInfo",
  purchase: "Purchase",
};

/** The payload with each product's quantity and price. */
function goodsPayload(fact: GoodsFact) {
  const contents = fact.items.map(({ id, quantity, price }) => ({
    id: String(id),
    quantity,
    item_price: decimalOf(price, fact.currency),
  }));
  return { ...contentPayload(fact), contents, ...orderNumberOf(fact) };
}

/** Meta: the pixel's `fbq`, and the Conversions API. Refunds and cancellations are custom events. */
export const meta: Network = {
  consent: "marketing",
  maxDays: 7,
  eventOf(fact) {
    switch (fact.kind) {
      case "page_view":
        return standardEvent("PageView", {});
      case "search":
        return standardEvent("Search", { search_string: fact.term });
      case "lead":
        return standardEvent("Lead", leadOf(fact));
      case "quiz_lead":
        return standardEvent("Lead", quizOf(fact));
      case "complete_registration":
        return standardEvent("CompleteRegistration", {});
      case "pricing_table_checkout":
        return standardEvent("InitiateCheckout", pricingTableOf(fact));
      case "refund":
        return { name: "Refund", isCustom: true, payload: goodsPayload(fact) };
      case "cancellation":
        return { name: "Cancellation", isCustom: true, payload: goodsPayload(fact) };
      default:
        return "value" in fact ? standardEvent(names[fact.kind], goodsPayload(fact)) : customEvent(fact);
    }
  },
  browserCall({ name, isCustom, payload }, { eventId }) {
    return { global: "fbq", args: [isCustom ? "trackCustom" : "track", name, payload, { eventID: eventId }] };
  },
};
