import type { FactKind, Payload } from "../facts.rules.ts";
import {
  decimalOf,
  type GoodsFact,
  isOfCart,
  listed,
  type Network,
  namesOf,
  piecesOf,
  present,
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

const knownNames: ReadonlySet<string> = new Set(Object.values(names));

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

/** The pixel's payload as the Conversions API names it. */
function customData({ price, currency, description, item_ids, number_items, transaction_id }: Payload): Payload {
  return present({
    value: price,
    currency,
    content_name: description,
    content_ids: item_ids,
    num_items: number_items,
    order_id: transaction_id,
  });
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
  /** Source: Conversions API v3, parameters. */
  serverEvent({ name, payload }, { eventId, time, url, person }) {
    if (!knownNames.has(name)) return null;
    const data = customData(payload);
    return {
      event_name: name,
      action_source: "WEB",
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
        sc_cookie1: person.ids._scid,
      }),
      ...(Object.keys(data).length > 0 && { custom_data: data }),
    };
  },
};
