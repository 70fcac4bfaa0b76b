import type { Payload } from "../facts.rules.ts";
import { type HashedPerson, listed, type NetworkEvent, present, type ServerContext } from "./network.rules.ts";
import type { NetworkName } from "./networks.rules.ts";
import { snapchatNames } from "./snapchat.rules.ts";

/** Returns an event in the format of a network's server interface; null if that does not know it. */
type ServerEvent = (event: NetworkEvent, context: ServerContext) => Payload | null;

/** Returns the id of a browser in the cookie `_ga`, "GA1.1.123.456": its last two parts. */
export function clientIdOf(cookie: string | undefined): string | undefined {
  return /^GA\d\.\d+\.(\d+\.\d+)$/.exec(cookie ?? "")?.[1];
}

/** Pinterest's names for servers, by those of its tag. */
const pinterestNames: Readonly<Record<string, string>> = {
  page: "page_visit",
  PageVisit: "page_visit",
  AddToCart: "add_to_cart",
  Checkout: "checkout",
  Lead: "lead",
  Signup: "signup",
};

/** The payload of Pinterest's tag as the interface for servers names it; amounts are texts there. */
function pinterestData({ value, currency, product_name, product_id, order_quantity, order_id }: Payload): Payload {
  return present({
    currency,
    value: typeof value === "number" ? String(value) : undefined,
    content_name: product_name,
    content_ids: product_id === undefined ? undefined : [product_id].flat().map(String),
    num_items: order_quantity,
    order_id,
  });
}

/** The payload of Snapchat's pixel as the Conversions API names it. */
function snapchatData({ price, currency, description, item_ids, number_items, transaction_id }: Payload): Payload {
  return present({
    value: price,
    currency,
    content_name: description,
    content_ids: item_ids,
    num_items: number_items,
    order_id: transaction_id,
  });
}

/** Source: Conversions API, server event parameters and customer information parameters. */
function metaEvent({ name, payload }: NetworkEvent, { eventId, time, url, person }: ServerContext): Payload {
  return {
    event_name: name,
    event_time: time,
    event_id: eventId,
    action_source: "website",
    event_source_url: url,
    user_data: present({
      ...userData(person),
      fbp: person.ids._fbp,
      fbc: person.ids._fbc,
    }),
    ...(Object.keys(payload).length > 0 && { custom_data: payload }),
  };
}

/** Source: Events API 2.0, web events. Email, phone, names and postcode are hashed; the city and state are not sent. */
function tiktokEvent({ name, payload }: NetworkEvent, { eventId, time, url, person }: ServerContext): Payload {
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
}

/** Source: API v5, conversion events. */
function pinterestEvent(
  { name, payload }: NetworkEvent,
  { eventId, time, url, person }: ServerContext,
): Payload | null {
  const serverName = Object.hasOwn(pinterestNames, name) ? pinterestNames[name] : undefined;
  if (serverName === undefined) return null;
  const data = pinterestData(payload);
  return {
    event_name: serverName,
    action_source: "web",
    event_time: time,
    event_id: eventId,
    event_source_url: url,
    user_data: present({
      ...userData(person),
      click_id: person.ids._epik,
    }),
    ...(Object.keys(data).length > 0 && { custom_data: data }),
  };
}

/** Source: Conversions API v3, parameters. */
function snapchatEvent({ name, payload }: NetworkEvent, { eventId, time, url, person }: ServerContext): Payload | null {
  if (!snapchatNames.has(name)) return null;
  const data = snapchatData(payload);
  return {
    event_name: name,
    action_source: "WEB",
    event_time: time,
    event_id: eventId,
    event_source_url: url,
    user_data: present({
      ...userData(person),
      sc_cookie1: person.ids._scid,
    }),
    ...(Object.keys(data).length > 0 && { custom_data: data }),
  };
}

/**
 * A whole request, because one belongs to one browser. A visitor without Google's cookie gets an id of the event, so that it is
 * counted but joined with nothing. Source: Measurement Protocol, GA4.
 */
function googleEvent({ name, payload }: NetworkEvent, { eventId, time, person }: ServerContext): Payload {
  return {
    client_id: clientIdOf(person.ids._ga) ?? `${Number.parseInt(eventId, 16)}.${time}`,
    timestamp_micros: time * 1_000_000,
    consent: { ad_user_data: "DENIED", ad_personalization: "DENIED" },
    events: [{ name, params: present({ ...payload, engagement_time_msec: 1 }) }],
  };
}

/** How the server tells each network. Apart from the networks' own files, so that browsers do not load it. */
export const serverEvents: Readonly<Record<NetworkName, ServerEvent>> = {
  meta: metaEvent,
  tiktok: tiktokEvent,
  pinterest: pinterestEvent,
  snapchat: snapchatEvent,
  google: googleEvent,
};

/** Returns a person under the names that Meta, Pinterest and Snapchat share. */
function userData(person: HashedPerson): Payload {
  return {
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
  };
}
