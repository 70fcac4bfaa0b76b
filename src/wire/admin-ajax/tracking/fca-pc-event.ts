// Answers POST action=fca_pc_capi_event and fca_pc_{tiktok,snapchat,pinterest,reddit}_api_event: event_name, event_time, event_id,
// click_id, external_id, client_user_agent, event_source_url, custom_data, nonce.
import { trackingOf } from "#http/visit/visit-tracking.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { type BrowserEvent, readBrowserEvent } from "#shop/tracking/browser-event.rules.ts";
import { isToldByServer } from "#shop/tracking/conversion-apis.ts";
import { hashPerson } from "#shop/tracking/hash-person.ts";
import type { BrowserIds } from "#shop/tracking/networks/network.rules.ts";
import { type NetworkName, networks } from "#shop/tracking/networks/networks.rules.ts";
import { serverEvents } from "#shop/tracking/networks/server-events.rules.ts";
import { sealEvent } from "#shop/tracking/sealed-event.ts";
import { storeBrowserEvent } from "#shop/tracking/store-browser-event.ts";
import type { Call, CallAnswer } from "../../wc-ajax/entrance.ts";
import { lineOf, textOf } from "../../wc-ajax/fields.ts";

const success: CallAnswer = { json: { success: true } };
const failure = (data: string): CallAnswer => ({ json: { success: false, data } });

/**
 * Returns the handler of a network's events. A valid event succeeds whether or not it is told: the network may be off, the visitor
 * may not have agreed, or only the shop may report it. The log says why.
 * @param network null for a network that the shop does not report to
 */
export function answerEvent(network: NetworkName | null) {
  return async (call: Call): Promise<CallAnswer> => {
    const { db, clock, visit } = call;
    const { settings } = await visit.facts();
    if (network === null || !isToldByServer(network, settings)) return success;
    const now = clock.now();
    const event = reportedEvent(call, network, now);
    if (!event) return failure("This event is not valid.");
    const ids = allowedIds(call, network, { settings, now });
    const skipReason = ids ? event.skipReason : `no consent to ${networks[network].consent}`;
    const conversion = {
      network,
      event: event.name,
      eventId: event.eventId,
      sale: null,
      sealed: ids && skipReason === "" ? sealedEvent(call, network, event, ids) : null,
      skipReason,
      happenedAt: new Date(event.time * 1000),
    };
    const { request } = visit;
    // Events wait for each other to share a statement: the more that wait, the fewer statements.
    const isTaken = await request.withoutTurn(() => storeBrowserEvent(db, { conversion, ip: request.ip, now }));
    return isTaken ? success : failure("There are too many events from this address.");
  };
}

function reportedEvent({ visit, fields }: Call, network: NetworkName, now: Date): BrowserEvent | undefined {
  const report = {
    name: lineOf(fields, "event_name"),
    eventId: lineOf(fields, "event_id"),
    time: lineOf(fields, "event_time"),
    url: lineOf(fields, "event_source_url"),
    customData: textOf(fields, "custom_data"),
  };
  return readBrowserEvent(network, report, { origin: visit.siteUrl, now });
}

/**
 * Returns the browser's ids if the visitor agreed to the network, null otherwise. A click that led here from Meta's network is
 * remembered in its cookie then.
 */
function allowedIds(
  { visit, fields }: Call,
  network: NetworkName,
  { settings, now }: { settings: Settings; now: Date },
): BrowserIds | null {
  const tracking = trackingOf(visit.request, settings);
  if (!tracking?.allowed.includes(networks[network].consent)) return null;
  const { ids } = tracking;
  const click = lineOf(fields, "click_id");
  if (network !== "meta" || ids._fbc !== undefined || !/^[\w-]{1,400}$/.test(click)) return ids;
  const value = `fb.1.${now.getTime()}.${click}`;
  visit.cookies.setMetaClick(value);
  return { ...ids, _fbc: value };
}

/** Returns the event in the network's format, encrypted. The user agent is the request's own, not the field's. */
function sealedEvent(
  { visit, fields, seals }: Call,
  network: NetworkName,
  event: BrowserEvent,
  ids: BrowserIds,
): string | null {
  const person = hashPerson({
    address: null,
    externalId: lineOf(fields, "external_id").slice(0, 100),
    ip: visit.request.ip,
    userAgent: (visit.request.headers["user-agent"] ?? "").slice(0, 500),
    ids,
  });
  const ready = serverEvents[network](event, { ...event, person });
  return ready && sealEvent(seals, ready);
}
