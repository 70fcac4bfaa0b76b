import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import type { Seals } from "#platform/seals.ts";
import { listTracedOrders, type TracedOrder } from "../orders/orders.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { conversionApis, isToldByServer, type Verdict } from "./conversion-apis.ts";
import {
  type ClaimedConversion,
  claimConversions,
  postponeConversions,
  resumeLater,
  settleConversions,
} from "./conversions.ts";
import type { Payload } from "./facts.rules.ts";
import { hashPerson } from "./hash-person.ts";
import { type NetworkName, networks } from "./networks/networks.rules.ts";
import { serverEvents } from "./networks/server-events.rules.ts";
import { postToNetwork, requestTimeoutMs } from "./post-to-network.ts";
import { saleFact } from "./sale-fact.ts";
import { openEvent } from "./sealed-event.ts";

export interface SendingContext {
  db: Database;
  clock: Clock;
  seals: Seals;
  settings: Settings;
  /** The page that orders come from. */
  checkoutUrl: string;
  /** Receives requests in place of the networks, for tests; null: the networks. */
  proxy: string | null;
}

/** Extra time (ms) after a request in which nobody else takes its conversions, for recording the result. */
const noteTime = 30_000;

/** The first pause after a failure and the longest (ms); each is twice the one before. */
const pauses = { first: 15_000, longest: 3_600_000 };

/** Longest reason that is stored, in characters. */
const maxReason = 200;

/** An event in the network's format. */
interface ReadyEvent {
  conversion: ClaimedConversion;
  event: Payload;
}

/**
 * Sends the waiting conversions of a network, as many requests as it takes. Only one of concurrent callers sends each. What the
 * network refuses is recorded with its answer; if it cannot be reached, it rests and everything is sent again later, under the
 * same event id.
 */
export async function sendConversions(context: SendingContext, network: NetworkName): Promise<void> {
  const { db, clock } = context;
  const { batch } = conversionApis[network];
  for (;;) {
    const now = clock.now();
    const until = new Date(now.getTime() + requestTimeoutMs * 2 + noteTime);
    const claimed = await claimConversions(db, network, { now, until, limit: batch });
    if (claimed.length === 0) break;
    const ready = await readyEvents(context, network, claimed);
    if (!(await sendAll(context, network, ready))) break;
  }
  await resumeLater(db, network);
}

/** Prepares claimed conversions; records those that are not to be sent any more. */
async function readyEvents(
  context: SendingContext,
  network: NetworkName,
  claimed: readonly ClaimedConversion[],
): Promise<ReadyEvent[]> {
  const orders = await ordersOf(context, claimed);
  const ready: ReadyEvent[] = [];
  for (const conversion of claimed) {
    const event = skipReason(context, network, conversion) || (await eventOf(context, network, conversion, orders));
    if (typeof event !== "string") ready.push({ conversion, event });
    else
      await settleConversions(
        context.db,
        { ids: [conversion.id], status: "skipped", reason: event },
        context.clock.now(),
      );
  }
  return ready;
}

async function ordersOf(
  { db, settings }: SendingContext,
  claimed: readonly ClaimedConversion[],
): Promise<Map<number, TracedOrder>> {
  const ids = claimed.flatMap(({ orderId }) => orderId ?? []);
  if (ids.length === 0) return new Map();
  const orders = await listTracedOrders(db, sql`id = any(${sql.param(ids)}::bigint[])`, settings);
  return new Map(orders.map((order) => [order.id, order]));
}

function skipReason({ clock, settings }: SendingContext, network: NetworkName, { happenedAt }: ClaimedConversion) {
  if (!isToldByServer(network, settings)) return "the network is switched off";
  const days = (clock.now().getTime() - happenedAt.getTime()) / 86_400_000;
  return days > networks[network].maxDays ? `older than ${networks[network].maxDays} days` : "";
}

/** Returns the event in the network's format, or why there is none. */
async function eventOf(
  { db, seals, settings, checkoutUrl }: SendingContext,
  network: NetworkName,
  { sealed, orderId, kind, eventId, happenedAt }: ClaimedConversion,
  orders: ReadonlyMap<number, TracedOrder>,
): Promise<Payload | string> {
  if (kind === null) return openEvent(seals, sealed) ?? "its key is gone";
  const order = orders.get(orderId ?? 0);
  if (!order?.tracking) return "the order's data was deleted";
  const event = networks[network].eventOf(await saleFact(db, order, kind), settings.google_item_identifier);
  const { ids } = order.tracking;
  const person = hashPerson({
    address: order.billing,
    externalId: ids.pixelcat_id ?? "",
    ip: order.customerIp,
    userAgent: order.customerAgent,
    ids,
  });
  const time = Math.floor(happenedAt.getTime() / 1000);
  const sent = event && serverEvents[network](event, { eventId, time, url: checkoutUrl, person });
  return sent ?? "the network has no such event";
}

/**
 * Sends events in one request, and in halves if the network refuses it, so that one bad event does not take others with it.
 * @returns false if the network cannot take more now
 */
async function sendAll(context: SendingContext, network: NetworkName, ready: readonly ReadyEvent[]): Promise<boolean> {
  if (ready.length === 0) return true;
  const verdict = await askNetwork(context, network, ready);
  if (verdict.kind === "refused" && ready.length > 1) {
    const half = Math.ceil(ready.length / 2);
    const isFirstDone = await sendAll(context, network, ready.slice(0, half));
    if (isFirstDone) return sendAll(context, network, ready.slice(half));
    await postpone(context, ready.slice(half), verdict.reason);
    return false;
  }
  await record(context, ready, verdict);
  return verdict.kind !== "later";
}

async function askNetwork(
  { settings, proxy }: SendingContext,
  network: NetworkName,
  ready: readonly ReadyEvent[],
): Promise<Verdict> {
  const api = conversionApis[network];
  const request = api.requestOf(
    settings,
    ready.map(({ event }) => event),
  );
  const answer = await postToNetwork(request, proxy);
  return "fault" in answer ? { kind: "later", reason: answer.fault } : api.verdictOf(answer.status, answer.body);
}

async function record({ db, clock }: SendingContext, ready: readonly ReadyEvent[], verdict: Verdict): Promise<void> {
  const now = clock.now();
  const ids = ready.map(({ conversion }) => conversion.id);
  switch (verdict.kind) {
    case "taken":
      return settleConversions(db, { ids, status: "sent", reason: "" }, now);
    case "refused":
      return settleConversions(db, { ids, status: "refused", reason: withoutPeople(verdict.reason) }, now);
    case "later":
      return postpone({ db, clock }, ready, verdict.reason);
    case "each": {
      const refusals = ids.map((id, place) => ({ id, reason: verdict.refusals[place] ?? null }));
      const sent = refusals.filter(({ reason }) => reason === null).map(({ id }) => id);
      await settleConversions(db, { ids: sent, status: "sent", reason: "" }, now);
      for (const { id, reason } of refusals)
        if (reason !== null)
          await settleConversions(db, { ids: [id], status: "refused", reason: withoutPeople(reason) }, now);
    }
  }
}

async function postpone(
  { db, clock }: Pick<SendingContext, "db" | "clock">,
  ready: readonly ReadyEvent[],
  reason: string,
): Promise<void> {
  const attempts = Math.max(...ready.map(({ conversion }) => conversion.attempts));
  const pause = Math.min(pauses.first * 2 ** (attempts - 1), pauses.longest);
  const until = new Date(clock.now().getTime() + pause);
  await postponeConversions(
    db,
    ready.map(({ conversion }) => conversion.id),
    { reason: withoutPeople(reason), until },
  );
}

/** A network's answer may repeat what it was sent: addresses, hashes, numbers and tokens are left out. */
function withoutPeople(reason: string): string {
  return reason
    .replace(/[^\s<>"']+@[^\s<>"']+/g, "...")
    .replace(/\S{30,}|[0-9a-f:.]{7,}|\d{5,}/gi, "...")
    .replace(/\p{Cc}+/gu, " ")
    .slice(0, maxReason);
}
