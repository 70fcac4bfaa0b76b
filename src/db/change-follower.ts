import { setTimeout as wait } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { type ChangeCursor, currentCursor, readChanges } from "./change-log.ts";
import { changesChannel, onLocalChange, processId, type Tag } from "./changes.ts";
import type { Database } from "./database.ts";

export interface ChangeEvents {
  /** What changed; "*" is everything. Changes of this process come synchronously, before the verb that made them returns. */
  onChange(changed: readonly Tag[] | "*"): void;
  /** The log cannot be read any more; the reason is for the operator's log. */
  onLost(reason: string): void;
  /** The log can be read again; `onChange` has been told of everything since. */
  onRestored(): void;
}

export interface ChangeFollowerOptions {
  /** Opens a connection to the database, directly or through a pooler; it should give up after a few seconds. */
  connect(): Promise<pg.Client>;
  /** How often (ms) the log is read when no notification arrives, as behind a pooler that swallows LISTEN. Default 1,000. */
  pollMs?: number;
  /** How long (ms) an answer may take before the connection counts as dead. Default 4,000. */
  answerWithinMs?: number;
}

export interface ChangeFollower {
  /** Everything before this position was given to `onChange`. */
  readonly cursor: ChangeCursor;
  close(): Promise<void>;
}

/** Waits (ms) between attempts to connect again; the last one repeats. */
const attemptDelays = [0, 100, 250, 500, 1000, 2000];

/** Time (ms) between two readings in a burst of notifications. */
const shortestGap = 10;

/** Rows (of at most 200 tags) that are read and applied at a time: the caches take some 5 ms for so many tags. */
const rowsPerSlice = 20;

/**
 * Follows the change log from now on until closed: notifications and a poll say when to read it. After a lost connection it
 * reads on from where it was; it tells of a change of everything only when the log does not have what happened since.
 * @throws when the first connection fails.
 */
export async function followChanges(options: ChangeFollowerOptions, events: ChangeEvents): Promise<ChangeFollower> {
  const follower = new Follower(options, events);
  await follower.start();
  return follower;
}

/** A connection that may hear notifications; `over` aborts with the reason when it has ended. */
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
  #isRung = false;
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
    client.on("notification", ({ payload }) => {
      if (payload === processId) return;
      this.#isRung = true;
      this.#wake();
    });
    try {
      await this.#withDeadline(client.query(`listen ${changesChannel}`));
    } catch (error) {
      cut(client);
      throw error;
    }
    return { client, db: drizzle(client), over: over.signal };
  }

  /** Connects and reads what was missed; undefined when the shop stops first. */
  async #openAgain(): Promise<Connection | undefined> {
    const { signal } = this.#stopping;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        await wait(attemptDelays[Math.min(attempt, attemptDelays.length - 1)], undefined, { signal });
        return await this.#unlessStopped(this.#openAndCatchUp());
      } catch {
        // The database is still away, or the shop is stopping: the loop's condition tells which.
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

  /** The connection, or undefined as soon as the shop stops: one that comes later is cut. */
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

  /** @returns the reason when the connection has ended or does not answer, or when the shop stops. */
  async #readUntilOver(connection: Connection): Promise<string> {
    try {
      while (!this.#stopping.signal.aborted && !connection.over.aborted) {
        await this.#nextTurn();
        if (this.#stopping.signal.aborted || connection.over.aborted) break;
        await this.#catchUp(connection);
        await wait(shortestGap);
      }
    } catch (error) {
      if (!connection.over.aborted) return reasonOf(error);
    }
    return String(connection.over.reason);
  }

  /** Resolves at a notification, after the polling time, or when the connection or the shop ends. */
  #nextTurn(): Promise<void> {
    if (this.#isRung) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#options.pollMs ?? 1_000);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #catchUp({ db }: Connection): Promise<void> {
    this.#isRung = false;
    for (let isMore = true; isMore; ) {
      // Committed before this reading begins, so that it reads them unless an earlier one has.
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
    const ms = this.#options.answerWithinMs ?? 4_000;
    const late = wait(ms, undefined, { signal: timer.signal }).then(() =>
      Promise.reject(new Error("No answer in time")),
    );
    // The loser of the race may fail later; nobody waits for it then.
    answer.catch(() => {});
    late.catch(() => {});
    try {
      return await Promise.race([answer, late]);
    } finally {
      timer.abort();
    }
  }
}

/** The database's own words: the query builder's message is the whole statement. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** Ends a connection without waiting for the other side, which may not be there. */
function cut(client: pg.Client): void {
  client.on("error", () => {});
  client.end().catch(() => {});
  client.connection.stream.destroy();
}
