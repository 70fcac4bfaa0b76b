import type { Database } from "#db/database.ts";
import { QueryBatcher } from "#db/query-batcher.ts";
import { retryOnConflict } from "#db/retry-on-conflict.ts";
import { addressPrefix, networkPrefix } from "#platform/network-address.ts";
import { type CountedConversion, type NewConversion, storeWithinLimits } from "./conversions.ts";

/** A browser's event about to be stored. */
export interface StoredEvent {
  conversion: NewConversion;
  ip: string;
  now: Date;
}

/** How long (ms) an event waits for others. Nobody waits for its answer. */
const gatherMs = 20;

/** Events per statement. Statements of the same networks wait for each other's commits, so fewer and larger ones are faster. */
const maxBatchSize = 500;

const batchers = new WeakMap<Database, QueryBatcher<CountedConversion & { now: Date }, boolean>>();

/**
 * Stores an event that a browser reported, to be sent by a job; an event that is stored already stays as it is. Events of the same
 * moment share a statement.
 * @returns false if its address or network has reported too many
 */
export function storeBrowserEvent(db: Database, { conversion, ip, now }: StoredEvent): Promise<boolean> {
  let batcher = batchers.get(db);
  if (!batcher) {
    batcher = new QueryBatcher(
      (events) => retryOnConflict(() => storeWithinLimits(db, events, events[0]?.now ?? new Date(0))),
      { gatherMs, maxBatchSize },
    );
    batchers.set(db, batcher);
  }
  const uses = [
    { limit: "eventsByAddress", address: addressPrefix(ip) },
    { limit: "eventsByNetwork", network: networkPrefix(ip) },
  ] as const;
  return batcher.load({ conversion, uses, now });
}
