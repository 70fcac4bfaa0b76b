import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import { addressPrefix, networkPrefix } from "#platform/network-address.ts";
import { type CountedUse, countUses, rateLimits } from "#shop/rate-limits.ts";
import { writeRegularly } from "../write-regularly.ts";

/** Largest number of remembered addresses and networks; the oldest are forgotten first. */
const maxKeys = 20_000;

/** A network's limit, as a multiple of an address's. */
const networkFactor = 10;

/** A network's share of the stock, as a multiple of an address's. */
const stockFactor = 3;

/** Largest number of counts per statement. */
const shareBatch = 1000;

interface Count {
  times: number;
  /** In milliseconds since 1970. */
  until: number;
}

/**
 * Counts orders, attempts by bots, and the stock of unpaid orders, by address and by network, for an hour from the first one.
 * Counting and reading need no statement: each process counts in memory, and `share` adds its new counts to those of all
 * processes and reads the totals. So a process knows about other processes' orders from an address once it has shared one of
 * its own.
 */
export class OrderCounts {
  readonly #counts = new Map<string, Count>();
  /** New counts that were not shared yet, by the same keys. */
  readonly #unshared = new Map<string, CountedUse>();

  add(ip: string, now: Date): void {
    this.#count(usesOf(ip), 1, now);
  }

  /**
   * Counts stock that an unpaid order takes, unless the address would exceed `limit` within the hour, or its network
   * three times as much. Checking and counting are one step, so concurrent orders cannot exceed it together.
   * @param share in per cent of the largest order
   * @param limit in largest orders; 0: no limit
   * @returns false if nothing was counted because too little is left
   */
  takeStock(ip: string, share: number, limit: number, now: Date): boolean {
    if (limit === 0) return true;
    const uses = stockUsesOf(ip);
    const isEnough = Object.entries(uses).every(([key, { limit: name }]) => {
      const most = limit * 100 * (name === "stockByNetwork" ? stockFactor : 1);
      return (this.#known(key, now)?.times ?? 0) + share <= most;
    });
    if (isEnough) this.#count(uses, share, now);
    return isEnough;
  }

  /** Takes back what `takeStock` counted, for an order that was not placed. */
  returnStock(ip: string, share: number): void {
    for (const key of Object.keys(stockUsesOf(ip))) {
      const [known, unshared] = [this.#counts.get(key), this.#unshared.get(key)];
      if (known) known.times = Math.max(known.times - share, 0);
      // What was shared already stays counted for the other processes.
      if (unshared) unshared.times = Math.max(unshared.times - share, 0);
    }
  }

  #count(uses: Readonly<Record<string, CountedUse["use"]>>, times: number, now: Date): void {
    for (const [key, use] of Object.entries(uses)) {
      const known = this.#known(key, now);
      const until = known?.until ?? now.getTime() + rateLimits[use.limit].minutes * 60_000;
      putBounded(this.#counts, key, { times: (known?.times ?? 0) + times, until });
      putBounded(this.#unshared, key, { use, times: (this.#unshared.get(key)?.times ?? 0) + times });
    }
  }

  /**
   * Returns the network if more than ten times `limit` came from it, else the address if more than `limit` came from
   * that, else null. @param limit 0: no limit
   */
  crowdOf(ip: string, limit: number, now: Date): string | null {
    if (limit === 0) return null;
    const timesOf = (key: string) => this.#known(key, now)?.times ?? 0;
    const [address, network] = [addressPrefix(ip), networkPrefix(ip)];
    if (timesOf(network) > limit * networkFactor) return network;
    return timesOf(address) > limit ? address : null;
  }

  /**
   * Adds the counts since the last call to those of all processes; sends no statement if there are none. Wait for one call
   * before the next: of two at once, the older totals could replace the newer ones.
   */
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
  writeRegularly(app, log, {
    everyMs: shareInterval,
    write: () => counts.share(db, clock.now()),
    failure: "The order counts could not be shared",
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

/** Returns the uses that the stock of an order from an address counts as, by key. */
function stockUsesOf(ip: string): Record<string, { limit: "stockByAddress" | "stockByNetwork" } & CountedUse["use"]> {
  const [address, network] = [addressPrefix(ip), networkPrefix(ip)];
  return {
    [`stock ${address}`]: { limit: "stockByAddress", address },
    [`stock ${network}`]: { limit: "stockByNetwork", network },
  };
}

function putBounded<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > maxKeys && oldest !== undefined) map.delete(oldest);
}
