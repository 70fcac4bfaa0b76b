import type { FactKind, Payload } from "../facts.rules.ts";
import {
  decimalOf,
  type GoodsFact,
  isOfCart,
  leadOf,
  listed,
  type Network,
  namesOf,
  orderNumberOf,
  piecesOf,
  present,
  quizOf,
  standardEvent,
} from "./network.rules.ts";

const names: Readonly<Partial<Record<FactKind, string>>> = {
  view_content: "PageVisit",
  add_to_cart: "AddToCart",
  purchase: "Checkout",
};

/** The tag's names by those of the interface for servers. */
const serverNames: Readonly<Record<string, string>> = {
  page: "page_visit",
  PageVisit: "page_visit",
  AddToCart: "add_to_cart",
  Checkout: "checkout",
  Lead: "lead",
  Signup: "signup",
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

/** The tag's payload as the interface for servers names it; amounts are texts there. */
function customData({ value, currency, product_name, product_id, order_quantity, order_id }: Payload): Payload {
  return present({
    currency,
    value: typeof value === "number" ? String(value) : undefined,
    content_name: product_name,
    content_ids: product_id === undefined ? undefined : [product_id].flat().map(String),
    num_items: order_quantity,
    order_id,
  });
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
  /** Source: API v5, conversion events. */
  serverEvent({ name, payload }, { eventId, time, url, person }) {
    const serverName = Object.hasOwn(serverNames, name) ? serverNames[name] : undefined;
    if (serverName === undefined) return null;
    const data = customData(payload);
    return {
      event_name: serverName,
      action_source: "web",
      event_time: time,
      event_id: eventId,
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
        click_id: person.ids._epik,
      }),
      ...(Object.keys(data).length > 0 && { custom_data: data }),
    };
  },
};
