import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import { networkPrefix } from "#platform/network-address.ts";
import { confirmSessions, deleteNewSessions } from "#shop/accounts/sessions/new-sessions.ts";
import { writeRegularly } from "../write-regularly.ts";
import { guestLifetime, newGuestLifetime } from "./session-lifetime.ts";

/** Guests' sessions of one request that are kept: for one network, and for all together. */
export const newSessionLimits = { network: 2000, all: 50_000 } as const;

/** Sessions per statement. */
const batch = 1000;

/** How often (ms) the database is told. */
const writeInterval = 1000;

/**
 * Keeps programs that start a session with each request from filling the database, without refusing anybody: of the
 * sessions that had one request, each network keeps the newest. The second request confirms a session, which then lives
 * as long as its cart. Each process counts the sessions that it has begun; after a restart older ones stay until they
 * expire.
 */
export class NewSessions {
  readonly #byNetwork = new Map<string, Set<number>>();
  readonly #networkOf = new Map<number, string>();
  readonly #superfluous = new Set<number>();
  readonly #confirmed = new Set<number>();

  begin(id: number, ip: string): void {
    const network = networkPrefix(ip);
    const ids = this.#byNetwork.get(network) ?? new Set();
    this.#byNetwork.set(network, ids.add(id));
    this.#networkOf.set(id, network);
    if (ids.size > newSessionLimits.network) this.#discard(ids.values().next().value);
    if (this.#networkOf.size > newSessionLimits.all) this.#discard(this.#networkOf.keys().next().value);
  }

  /** Notes the second request of a session, which another process may have begun. */
  confirm(id: number): void {
    this.#forget(id);
    this.#confirmed.add(id);
  }

  /** Writes what has changed since the last call. */
  async write(db: Database, now: Date): Promise<void> {
    const lives = { guestSeconds: guestLifetime, newSeconds: newGuestLifetime };
    // First, so that a session that was superfluous until its second request stays.
    while (this.#confirmed.size > 0) await confirmSessions(db, take(this.#confirmed), lives, now);
    while (this.#superfluous.size > 0) await deleteNewSessions(db, take(this.#superfluous), lives);
  }

  #discard(id: number | undefined): void {
    if (id === undefined) return;
    this.#forget(id);
    this.#superfluous.add(id);
  }

  #forget(id: number): void {
    this.#superfluous.delete(id);
    const network = this.#networkOf.get(id);
    if (network === undefined) return;
    this.#networkOf.delete(id);
    const ids = this.#byNetwork.get(network);
    ids?.delete(id);
    if (ids?.size === 0) this.#byNetwork.delete(network);
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
