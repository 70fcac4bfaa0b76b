import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import { addressPrefix, networkPrefix } from "#platform/network-address.ts";
import { confirmSessions, deleteNewSessions } from "#shop/accounts/sessions/new-sessions.ts";
import { SharedCounts } from "../guards/shared-counts.ts";
import { writeRegularly } from "../write-regularly.ts";
import { NewestOfNetworks } from "./newest-of-networks.ts";
import { guestLifetime, newGuestLifetime } from "./session-lifetime.ts";

/** Guests' sessions of one request that are kept: for one network, and for all together. */
export const newSessionLimits = { network: 2000, all: 50_000 } as const;

/** Guests' sessions whose cookie came back that get their long life in a day: of one address, and of one network. */
export const returnedSessionLimits = { address: 500, network: 5000 } as const;

/** Sessions beyond those that are kept for their short life. Larger: shoppers next to a program are among them. */
const surplusSessionLimits = { network: 10_000, all: 50_000 } as const;

/** Sessions per statement. */
const batch = 1000;

/** How often (ms) the database is told. */
const writeInterval = 1000;

/**
 * Keeps programs that start many sessions from filling the database, without refusing anybody. Of the sessions that had one
 * request, each network keeps the newest. The second request shows that the browser keeps cookies: it confirms the session,
 * which then lives as long as its cart. A program can keep cookies too, so an address and a network confirm only so many a
 * day; of the others the last used are kept, for the short life of a new one, and each request tries again.
 *
 * Each process keeps the sessions that it has begun; after a restart older ones stay until they expire. Confirmations are
 * counted over all processes.
 */
export class NewSessions {
  readonly #begun = new NewestOfNetworks(newSessionLimits);
  readonly #surplus = new NewestOfNetworks(surplusSessionLimits);
  readonly #returned = new SharedCounts();
  readonly #superfluous = new Set<number>();
  readonly #confirmed = new Set<number>();

  begin(id: number, ip: string): void {
    this.#discard(this.#begun.add(id, networkPrefix(ip)));
  }

  /** Notes a request of a session that is not confirmed yet, and that another process may have begun. */
  confirm(id: number, ip: string, now: Date): void {
    this.#superfluous.delete(id);
    this.#begun.forget(id);
    if (this.#confirmed.has(id)) return;
    const [address, network] = [addressPrefix(ip), networkPrefix(ip)];
    const isWithin =
      this.#returned.timesOf(`address ${address}`, now) < returnedSessionLimits.address &&
      this.#returned.timesOf(`network ${network}`, now) < returnedSessionLimits.network;
    if (!isWithin) return this.#discard(this.#surplus.add(id, network));
    this.#surplus.forget(id);
    this.#confirmed.add(id);
    const uses = {
      [`address ${address}`]: { limit: "returnedByAddress", address },
      [`network ${network}`]: { limit: "returnedByNetwork", network },
    } as const;
    this.#returned.add(uses, 1, now);
  }

  /** Writes what has changed since the last call. */
  async write(db: Database, now: Date): Promise<void> {
    const lives = { guestSeconds: guestLifetime, newSeconds: newGuestLifetime };
    // First, so that a session that was superfluous until its second request stays.
    while (this.#confirmed.size > 0) await confirmSessions(db, take(this.#confirmed), lives, now);
    while (this.#superfluous.size > 0) await deleteNewSessions(db, take(this.#superfluous), lives);
    await this.#returned.share(db, now);
  }

  #discard(ids: readonly number[]): void {
    for (const id of ids) this.#superfluous.add(id);
  }
}

/** Takes a batch out of a set. */
function take(ids: Set<number>): number[] {
  const taken: number[] = [];
  for (const id of ids) {
    if (taken.length === batch) break;
    taken.push(id);
    ids.delete(id);
  }
  return taken;
}

/** Opens the counts. They are written every second, and once more when the server closes. */
export function openNewSessions(app: FastifyInstance, db: Database, clock: Clock, log: Logger): NewSessions {
  const sessions = new NewSessions();
  writeRegularly(app, log, {
    everyMs: writeInterval,
    write: () => sessions.write(db, clock.now()),
    failure: "New sessions could not be confirmed",
  });
  return sessions;
}
