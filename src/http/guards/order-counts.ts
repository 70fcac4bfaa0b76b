import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import { addressPrefix, networkPrefix } from "#platform/network-address.ts";
import type { CountedUse } from "#shop/rate-limits.ts";
import { writeRegularly } from "../write-regularly.ts";
import { SharedCounts, type UsesByKey } from "./shared-counts.ts";

/** A network's limit, as a multiple of an address's. */
const networkFactor = 10;

/** A network's share of the stock, as a multiple of an address's. */
const stockFactor = 3;

/**
 * Counts orders, attempts by bots, and the stock of unpaid orders, by address and by network, for an hour from the first one.
 */
export class OrderCounts {
  readonly #counts = new SharedCounts();

  add(ip: string, now: Date): void {
    this.#counts.add(usesOf(ip), 1, now);
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
      return this.#counts.timesOf(key, now) + share <= most;
    });
    if (isEnough) this.#counts.add(uses, share, now);
    return isEnough;
  }

  /** Takes back what `takeStock` counted, for an order that was not placed. */
  returnStock(ip: string, share: number): void {
    this.#counts.takeBack(Object.keys(stockUsesOf(ip)), share);
  }

  /**
   * Returns the network if more than ten times `limit` came from it, else the address if more than `limit` came from
   * that, else null. @param limit 0: no limit
   */
  crowdOf(ip: string, limit: number, now: Date): string | null {
    if (limit === 0) return null;
    const [address, network] = [addressPrefix(ip), networkPrefix(ip)];
    if (this.#counts.timesOf(network, now) > limit * networkFactor) return network;
    return this.#counts.timesOf(address, now) > limit ? address : null;
  }

  /** Shares the new counts with the other processes. Wait for one call before the next. */
  share(db: Database, now: Date): Promise<void> {
    return this.#counts.share(db, now);
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
function usesOf(ip: string): UsesByKey {
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
