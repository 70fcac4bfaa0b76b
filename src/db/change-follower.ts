import { setTimeout as wait } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { type ChangeCursor, currentCursor, readChanges } from "./change-log.ts";
import { changesChannel, onLocalChange, processId, reading, type Tag } from "./changes.ts";
import type { Database } from "./database.ts";

export interface ChangeEvents {
  /**
   * Called with what changed; "*" is everything. Changes by this process are reported synchronously, before their verb
   * returns.
   */
  onChange(changed: readonly Tag[] | "*"): void;
  /** The log cannot be read; `reason` is for the operator's log. */
  onLost(reason: string): void;
  /** The log can be read again; missed changes have been reported. */
  onRestored(): void;
  /** Notifications do not arrive, as behind a pooler in transaction mode: changes are found by polling. */
  onNotificationsMissing?(): void;
}

export interface ChangeFollowerOptions {
  /** Opens a connection to the database, directly or through a pooler, with a timeout of a few seconds. */
  connect(): Promise<pg.Client>;
  /** Polling interval (ms), for poolers that drop LISTEN. */
  pollMs?: number;
  /** How often (ms) the connection sends itself a notification, to see whether it arrives. */
  echoMs?: number;
  /** Timeout (ms) of an answer, after which the connection is considered dead. */
  answerWithinMs?: number;
}

export interface ChangeFollower {
  /** Everything before this position has been reported. */
  readonly cursor: ChangeCursor;
  close(): Promise<void>;
}

const defaults = { ...reading, echoMs: 60_000 };

/** The channel on which a process hears only itself. */
const echoChannel = `chowk_echo_${processId}`;

/** Delays (ms) before reconnection attempts; the last one repeats. */
const attemptDelays = [0, 100, 250, 500, 1000, 2000];

/** Minimum time (ms) between two reads in a burst of notifications. */
const minGapMs = 10;

/** Rows (up to 200 tags each) per read: invalidating that many tags takes about 5 ms. */
const rowsPerSlice = 20;

/** Own transactions remembered while the log cannot be read. Forgetting them delivers their changes a second time, which is harmless. */
const maxOwnRows = 10_000;

/**
 * Follows the change log from now until closed, reading it on notifications and at a polling interval. After a lost
 * connection it resumes where it was; it reports a change of everything only if the log no longer has the missed
 * changes. @throws if the first connection fails.
 */
export async function followChanges(options: ChangeFollowerOptions, events: ChangeEvents): Promise<ChangeFollower> {
  const follower = new Follower(options, events);
  await follower.start();
  return follower;
}

/** A connection that may receive notifications; `over` aborts with the reason when it has ended. */
interface Connection {
  client: pg.Client;
  db: Database;
  over: AbortSignal;
}

class Follower implements ChangeFollower {
  cursor: ChangeCursor = "";
  readonly #options: ChangeFollowerOptions;
  readonly #events: ChangeEvents;
  readonly #stopping = new AbortController();
  /**
   * Transactions of this process that have committed and were not read from the log yet. A poll between a commit and its
   * local report delivers that change twice, which is harmless; skipping it earlier would lose it if the connection broke
   * during the commit.
   */
  #own = new Set<string>();
  #isNotified = false;
  /** When the last notification to ourselves was sent and is awaited (monotonic ms); undefined if it arrived. */
  #echoSentAt: number | undefined;
  #nextEchoAt = 0;
  #missesNotifications = false;
  #wake: () => void = () => {};
  #done: Promise<void> | undefined;

  constructor(options: ChangeFollowerOptions, events: ChangeEvents) {
    this.#options = options;
    this.#events = events;
  }

  async start(): Promise<void> {
    const first = await this.#open();
    try {
      this.cursor = await this.#withDeadline(currentCursor(first.db));
    } catch (error) {
      cut(first.client);
      throw error;
    }
    const forget = onLocalChange((tags, xid) => {
      if (this.#stopping.signal.aborted) return;
      if (this.#own.size >= maxOwnRows) this.#own.clear();
      this.#own.add(xid);
      this.#events.onChange(tags);
    });
    this.#done = this.#run(first).finally(forget);
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    await this.#done;
  }

  async #run(first: Connection): Promise<void> {
    const { signal } = this.#stopping;
    let connection: Connection | undefined = first;
    while (connection) {
      const reason = await this.#readUntilOver(connection);
      cut(connection.client);
      if (signal.aborted) return;
      this.#events.onLost(reason);
      connection = await this.#openAgain();
      if (connection) this.#events.onRestored();
    }
  }

  async #open(): Promise<Connection> {
    const client = await this.#options.connect();
    const over = new AbortController();
    client.once("end", () => over.abort("the connection ended"));
    client.on("error", (error) => over.abort(error.message));
    over.signal.addEventListener("abort", () => this.#wake());
    client.on("notification", ({ channel, payload }) => {
      if (channel === echoChannel) this.#echoSentAt = undefined;
      if (payload === processId) return;
      this.#isNotified = true;
      this.#wake();
    });
    try {
      await this.#withDeadline(client.query(`listen ${changesChannel}; listen "${echoChannel}"`));
    } catch (error) {
      cut(client);
      throw error;
    }
    [this.#nextEchoAt, this.#echoSentAt] = [0, undefined];
    return { client, db: drizzle(client), over: over.signal };
  }

  /** Reconnects and reads missed changes. @returns undefined if the follower is closed first. */
  async #openAgain(): Promise<Connection | undefined> {
    const { signal } = this.#stopping;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        await wait(attemptDelays[Math.min(attempt, attemptDelays.length - 1)], undefined, { signal });
        return await this.#unlessStopped(this.#openAndCatchUp());
      } catch {
        // The database is still unreachable, or the follower is closing; the loop's condition decides.
      }
    }
    return undefined;
  }

  async #openAndCatchUp(): Promise<Connection> {
    const connection = await this.#open();
    try {
      await this.#catchUp(connection);
      return connection;
    } catch (error) {
      cut(connection.client);
      throw error;
    }
  }

  /**
   * Returns the connection, or undefined as soon as the follower closes; a connection that opens later is destroyed.
   */
  async #unlessStopped(opening: Promise<Connection>): Promise<Connection | undefined> {
    const { signal } = this.#stopping;
    const settled = new AbortController();
    const stopped = new Promise<undefined>((resolve) => {
      signal.addEventListener("abort", () => resolve(undefined), { once: true, signal: settled.signal });
    });
    try {
      const connection = await Promise.race([opening, stopped]);
      if (!connection)
        opening.then(
          ({ client }) => cut(client),
          () => {},
        );
      return connection;
    } finally {
      settled.abort();
    }
  }

  /** @returns the reason when the connection has ended or timed out, or the follower closes. */
  async #readUntilOver(connection: Connection): Promise<string> {
    try {
      while (!this.#stopping.signal.aborted && !connection.over.aborted) {
        await this.#nextTurn();
        if (this.#stopping.signal.aborted || connection.over.aborted) break;
        await this.#catchUp(connection);
        await this.#listenForEcho(connection);
        await wait(minGapMs);
      }
    } catch (error) {
      if (!connection.over.aborted) return reasonOf(error);
    }
    return String(connection.over.reason);
  }

  /** Resolves on a notification, after the polling interval, or when the connection or the follower ends. */
  #nextTurn(): Promise<void> {
    if (this.#isNotified) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#options.pollMs ?? defaults.pollMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Sends a notification to this connection when the time has come, and reports if the last one did not arrive. */
  async #listenForEcho({ client }: Connection): Promise<void> {
    const now = performance.now();
    const { echoMs = defaults.echoMs, answerWithinMs = defaults.answerWithinMs } = this.#options;
    if (this.#echoSentAt !== undefined && now - this.#echoSentAt > answerWithinMs) {
      if (!this.#missesNotifications) this.#events.onNotificationsMissing?.();
      this.#missesNotifications = true;
    } else if (this.#echoSentAt === undefined) this.#missesNotifications = false;
    if (now < this.#nextEchoAt) return;
    this.#nextEchoAt = now + echoMs;
    this.#echoSentAt ??= now;
    await this.#withDeadline(client.query("select pg_notify($1, $2)", [echoChannel, processId]));
  }

  async #catchUp({ db }: Connection): Promise<void> {
    this.#isNotified = false;
    for (let isMore = true; isMore; ) {
      // Committed before this read begins, so it covers them unless an earlier read did.
      const own = this.#own;
      this.#own = new Set();
      try {
        isMore = await this.#readSlice(db, own);
      } finally {
        if (isMore) for (const xid of own) this.#own.add(xid);
      }
    }
  }

  /** @returns whether there is more to read. */
  async #readSlice(db: Database, own: ReadonlySet<string>): Promise<boolean> {
    const slice = await this.#withDeadline(readChanges(db, this.cursor, rowsPerSlice));
    if (!slice) {
      this.cursor = await this.#withDeadline(currentCursor(db));
      this.#events.onChange("*");
      return false;
    }
    const tags = slice.changes.flatMap((change) => (own.has(change.xid) ? [] : change.tags));
    if (tags.length > 0) this.#events.onChange(tags);
    this.cursor = slice.cursor;
    return slice.isMore;
  }

  async #withDeadline<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const timer = new AbortController();
    const ms = this.#options.answerWithinMs ?? defaults.answerWithinMs;
    const late = wait(ms, undefined, { signal: timer.signal }).then(() =>
      Promise.reject(new Error("No answer in time")),
    );
    // Whichever loses the race may reject later, unobserved.
    answer.catch(() => {});
    late.catch(() => {});
    try {
      return await Promise.race([answer, late]);
    } finally {
      timer.abort();
    }
  }
}

/** Returns PostgreSQL's message: the query builder's contains the whole statement. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** Destroys a connection without waiting for the other side, which may be gone. */
function cut(client: pg.Client): void {
  client.on("error", () => {});
  client.end().catch(() => {});
  client.connection.stream.destroy();
}
