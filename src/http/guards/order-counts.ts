import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Database } from "#db/database.ts";
import { isDatabaseUnreachable } from "#db/database-unreachable.ts";
import type { Clock } from "#platform/clock.ts";
import { withoutValues } from "#platform/loggable-error.ts";
import { addressPrefix, networkPrefix } from "#platform/network-address.ts";
import { type CountedUse, countUses, rateLimits } from "#shop/rate-limits.ts";

/** Largest number of remembered addresses and networks; the oldest are forgotten first. */
const maxKeys = 20_000;

/** A network's limit, as a multiple of an address's. */
const networkFactor = 10;

/** Largest number of counts per statement. */
const shareBatch = 1000;

interface Count {
  times: number;
  /** In milliseconds since 1970. */
  until: number;
}

/**
 * Counts orders, and attempts by bots, by address and by network, for an hour from the first one. Counting and reading
 * need no statement: each process counts in memory, and `share` adds its new counts to those of all processes and reads
 * the totals. So a process knows about other processes' orders from an address once it has shared one of its own.
 */
export class OrderCounts {
  readonly #counts = new Map<string, Count>();
  /** New counts that were not shared yet, by the same keys. */
  readonly #unshared = new Map<string, CountedUse>();

  add(ip: string, now: Date): void {
    for (const [key, use] of Object.entries(usesOf(ip))) {
      const known = this.#known(key, now);
      const until = known?.until ?? now.getTime() + rateLimits[use.limit].minutes * 60_000;
      putBounded(this.#counts, key, { times: (known?.times ?? 0) + 1, until });
      putBounded(this.#unshared, key, { use, times: (this.#unshared.get(key)?.times ?? 0) + 1 });
    }
  }

  /**
   * Returns whether more than `limit` came from the address, or ten times as many from its network. @param limit 0: no
   * limit
   */
  isAbove(ip: string, limit: number, now: Date): boolean {
    if (limit === 0) return false;
    const timesOf = (key: string) => this.#known(key, now)?.times ?? 0;
    return timesOf(addressPrefix(ip)) > limit || timesOf(networkPrefix(ip)) > limit * networkFactor;
  }

  /** Adds the counts since the last call to those of all processes; sends no statement if there are none. */
  async share(db: Database, now: Date): Promise<void> {
    const batch = [...this.#unshared].slice(0, shareBatch);
    if (batch.length === 0) return;
    for (const [key] of batch) this.#unshared.delete(key);
    const uses = batch.map(([, counted]) => counted);
    const totals = await countUses(db, uses, now).catch((error: unknown) => {
      // Kept for the next call.
      for (const [key, { use, times }] of batch)
        putBounded(this.#unshared, key, { use, times: times + (this.#unshared.get(key)?.times ?? 0) });
      throw error;
    });
    for (const [index, { points, expiresAt }] of totals.entries()) {
      const key = batch[index]?.[0] ?? "";
      const times = points + (this.#unshared.get(key)?.times ?? 0);
      putBounded(this.#counts, key, { times, until: expiresAt.getTime() });
    }
  }

  #known(key: string, now: Date): Count | undefined {
    const known = this.#counts.get(key);
    if (known && known.until > now.getTime()) return known;
    this.#counts.delete(key);
    return undefined;
  }
}

/** How often (ms) processes share their counts. */
const shareInterval = 1000;

/** Opens counts that are shared with the other processes every second, and once more when the server closes. */
export function openOrderCounts(app: FastifyInstance, db: Database, clock: Clock, log: Logger): OrderCounts {
  const counts = new OrderCounts();
  const share = () =>
    counts.share(db, clock.now()).catch((error: unknown) => {
      if (!isDatabaseUnreachable(error)) log.error(withoutValues(error), "The order counts could not be shared");
    });
  const timer = setInterval(() => void share(), shareInterval);
  timer.unref();
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await share();
  });
  return counts;
}

/** Returns the uses that an order from an address counts as, by key. */
function usesOf(ip: string): Record<string, CountedUse["use"]> {
  const [address, network] = [addressPrefix(ip), networkPrefix(ip)];
  return {
    [address]: { limit: "checkoutByAddress", address },
    [network]: { limit: "checkoutByNetwork", network },
  };
}

function putBounded<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > maxKeys && oldest !== undefined) map.delete(oldest);
}
