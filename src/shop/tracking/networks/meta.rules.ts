import type { FactKind } from "../facts.rules.ts";
import {
  contentPayload,
  customEvent,
  decimalOf,
  type GoodsFact,
  leadOf,
  listed,
  type Network,
  orderNumberOf,
  present,
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
  /** Source: Conversions API, server event parameters and customer information parameters. */
  serverEvent({ name, payload }, { eventId, time, url, person }) {
    return {
      event_name: name,
      event_time: time,
      event_id: eventId,
      action_source: "website",
      event_source_url: url,
      user_data: present({
        em: listed(person.email),
        ph: listed(person.phone),
        fn: listed(person.firstName),
        ln: listed(person.lastName),
        ct: listed(person.city),
        st: listed(person.state),
        zp: listed(person.postcode),
        country: listed(person.country),
        external_id: listed(person.externalId),
        client_ip_address: person.ip,
        client_user_agent: person.userAgent,
        fbp: person.ids._fbp,
        fbc: person.ids._fbc,
      }),
      ...(Object.keys(payload).length > 0 && { custom_data: payload }),
    };
  },
};
