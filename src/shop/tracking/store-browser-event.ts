import type { Database } from "#db/database.ts";
import { QueryBatcher } from "#db/query-batcher.ts";
import { retryOnConflict } from "#db/retry-on-conflict.ts";
import { inTransaction } from "#db/transaction.ts";
import { addressPrefix, networkPrefix } from "#platform/network-address.ts";
import { type CountedUse, countUses, rateLimits } from "../rate-limits.ts";
import { type NewConversion, storeConversions } from "./conversions.ts";

/** A browser's event about to be stored. */
export interface StoredEvent {
  conversion: NewConversion;
  ip: string;
  now: Date;
}

/** How long (ms) an event waits for others. Nobody waits for its answer. */
const gatherMs = 20;

const batchers = new WeakMap<Database, QueryBatcher<StoredEvent, boolean>>();

/**
 * Stores an event that a browser reported, to be sent by a job; an event that is stored already stays as it is. Events of the same
 * moment share a transaction.
 * @returns false if its address or network has reported too many
 */
export function storeBrowserEvent(db: Database, event: StoredEvent): Promise<boolean> {
  let batcher = batchers.get(db);
  if (!batcher) {
    const store = (events: readonly StoredEvent[]) =>
      retryOnConflict(() => inTransaction(db, (db) => storeAll(db, events)));
    batcher = new QueryBatcher(store, { gatherMs });
    batchers.set(db, batcher);
  }
  return batcher.load(event);
}

async function storeAll(db: Database, events: readonly StoredEvent[]): Promise<boolean[]> {
  const now = events[0]?.now ?? new Date(0);
  const uses = new Map<string, CountedUse>();
  for (const { ip } of events)
    for (const [key, use] of usesOf(ip)) uses.set(key, { use, times: (uses.get(key)?.times ?? 0) + 1 });
  const counts = await countUses(db, [...uses.values()], now);
  const full = new Set(
    [...uses].flatMap(([key, { use }], place) =>
      (counts[place]?.points ?? 0) > (rateLimits[use.limit].points ?? 0) ? [key] : [],
    ),
  );
  const isTaken = events.map(({ ip }) => usesOf(ip).every(([key]) => !full.has(key)));
  await storeConversions(
    db,
    events.filter((_, place) => isTaken[place]).map(({ conversion }) => conversion),
  );
  return isTaken;
}

function usesOf(ip: string): (readonly [string, CountedUse["use"]])[] {
  const [address, network] = [addressPrefix(ip), networkPrefix(ip)];
  return [
    [`address ${address}`, { limit: "eventsByAddress", address }],
    [`network ${network}`, { limit: "eventsByNetwork", network }],
  ];
}
