import type { FactKind } from "../facts.rules.ts";
import {
  contentPayload,
  customEvent,
  decimalOf,
  type GoodsFact,
  type Network,
  orderNumberOf,
  present,
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
  /** Source: Events API 2.0, web events. E-mail, phone, names and postcode are hashed; the city and state are not sent. */
  serverEvent({ name, payload }, { eventId, time, url, person }) {
    return {
      event: name === "PageView" ? "Pageview" : name,
      event_time: time,
      event_id: eventId,
      user: present({
        email: person.email,
        phone: person.e164Phone,
        first_name: person.firstName,
        last_name: person.lastName,
        zip_code: person.postcode,
        external_id: person.externalId,
        ip: person.ip,
        user_agent: person.userAgent,
        ttp: person.ids._ttp,
        ttclid: person.ids.ttclid,
      }),
      page: { url },
      ...(Object.keys(payload).length > 0 && { properties: payload }),
    };
  },
};
