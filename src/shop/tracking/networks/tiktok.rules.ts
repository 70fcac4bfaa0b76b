import type { FactKind } from "../facts.rules.ts";
import {
  contentPayload,
  customEvent,
  decimalOf,
  type GoodsFact,
  type Network,
  orderNumberOf,
  pricingTableOf,
  standardEvent,
} from "./network.rules.ts";

const names: Readonly<Partial<Record<FactKind, string>>> = {
  view_content: "ViewContent",
  add_to_cart: "AddToCart",
  add_to_wishlist: "AddToWishlist",
  begin_checkout: "InitiateCheckout",
  add_payment_info: "AddPaymentInfo",
  purchase: "CompletePayment",
};

function goodsPayload(fact: GoodsFact) {
  const contents = fact.items.map(({ id, name, quantity, price }) => ({
    content_id: String(id),
    content_name: name,
    quantity,
    price: decimalOf(price, fact.currency),
  }));
  return { ...contentPayload(fact), contents, ...orderNumberOf(fact) };
}

/** TikTok: the pixel's `ttq`, and the Events API. Refunds and cancellations are custom events. */
export const tiktok: Network = {
  consent: "marketing",
  maxDays: 7,
  eventOf(fact) {
    switch (fact.kind) {
      case "page_view":
        return standardEvent("PageView", {});
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
  browserCall({ name, payload }, { eventId }) {
    if (name === "PageView") return { global: "ttq", method: "page", args: [] };
    return { global: "ttq", method: "track", args: [name, payload, { event_id: eventId }] };
  },
};
