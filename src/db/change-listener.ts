import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { changesChannel, onLocalChange, type Tag } from "./changes.ts";

export interface ChangeEvents {
  /** What changed; "*" is everything. Changes of this process come synchronously, before the verb that made them returns. */
  onChange(changed: readonly Tag[] | "*"): void;
  /** News of other processes stopped arriving; the reason is for the log. */
  onLost(reason: string): void;
  /** News arrive again; what happened in between is unknown. */
  onRestored(): void;
}

export interface ChangeListenerOptions {
  /** Opens one connection straight to the database (a pooler that shares connections cannot LISTEN); it should give up after a few seconds. */
  connect(): Promise<pg.Client>;
  /** How often (ms) the connection is asked whether it lives. Default 5,000. */
  heartbeatMs?: number;
  /** How long (ms) an answer may take before the connection counts as dead. Default 4,000. */
  answerWithinMs?: number;
}

export interface ChangeListener {
  close(): Promise<void>;
}

/** Waits (ms) between attempts to connect again; the last one repeats. */
const attemptDelays = [0, 100, 250, 500, 1000, 2000];

/**
 * Hears what changes until closed. A lost connection is made again at once; one that died silently is noticed within
 * heartbeat plus answer time.
 * @throws when the first connection fails.
 */
export async function listenForChanges(options: ChangeListenerOptions, events: ChangeEvents): Promise<ChangeListener> {
  const stopping = new AbortController();
  const forget = onLocalChange((tags) => events.onChange(tags));
  try {
    const first = await openListening(options, events);
    const done = keepListening(first, options, events, stopping.signal);
    return {
      async close() {
        forget();
        stopping.abort();
        await done;
      },
    };
  } catch (error) {
    forget();
    throw error;
  }
}

/** One listening connection; `ended` resolves with the reason when it is over, however it ended. */
interface Listening {
  client: pg.Client;
  ended: Promise<string>;
}

async function openListening(options: ChangeListenerOptions, events: ChangeEvents): Promise<Listening> {
  const client = await options.connect();
  const ended = new Promise<string>((resolve) => {
    client.once("end", () => resolve("the connection ended"));
    client.on("error", (error) => resolve(error.message));
  });
  client.on("notification", ({ channel, payload }) => {
    if (channel === changesChannel) events.onChange(parseChange(payload ?? "*"));
  });
  try {
    await withDeadline(client.query(`listen ${changesChannel}`), options.answerWithinMs ?? 4_000);
  } catch (error) {
    cut(client);
    throw error;
  }
  return { client, ended };
}

async function keepListening(
  first: Listening,
  options: ChangeListenerOptions,
  events: ChangeEvents,
  signal: AbortSignal,
): Promise<void> {
  let listening: Listening | undefined = first;
  while (listening) {
    const reason = await untilOver(listening, options, signal);
    cut(listening.client);
    if (signal.aborted) return;
    events.onLost(reason);
    listening = await openAgain(options, events, signal);
    if (listening) events.onRestored();
  }
}

async function openAgain(
  options: ChangeListenerOptions,
  events: ChangeEvents,
  signal: AbortSignal,
): Promise<Listening | undefined> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      await wait(attemptDelays[Math.min(attempt, attemptDelays.length - 1)], undefined, { signal });
      return await unlessAborted(openListening(options, events), signal);
    } catch {
      // The database is still away, or the shop is stopping: the loop's condition tells which.
    }
  }
  return undefined;
}

/** The connection, or undefined as soon as it is not wanted any more: one that comes late is cut. */
async function unlessAborted(opening: Promise<Listening>, signal: AbortSignal): Promise<Listening | undefined> {
  const settled = new AbortController();
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener("abort", () => resolve(undefined), { once: true, signal: settled.signal });
  });
  try {
    const listening = await Promise.race([opening, aborted]);
    if (!listening)
      opening.then(
        ({ client }) => cut(client),
        () => {},
      );
    return listening;
  } finally {
    settled.abort();
  }
}

/** Resolves with the reason when the connection has ended, has stopped answering, or is not wanted any more. */
async function untilOver(
  { client, ended }: Listening,
  options: ChangeListenerOptions,
  signal: AbortSignal,
): Promise<string> {
  const over = new AbortController();
  let reason = "";
  const end = (why: string) => {
    reason ||= why;
    over.abort();
  };
  void ended.then(end);
  const stop = () => end("closed");
  signal.addEventListener("abort", stop, { once: true });
  while (!over.signal.aborted && !signal.aborted) {
    try {
      await wait(options.heartbeatMs ?? 5_000, undefined, { signal: over.signal });
      await withDeadline(client.query("select 1"), options.answerWithinMs ?? 4_000);
    } catch (error) {
      end(error instanceof Error ? error.message : String(error));
    }
  }
  signal.removeEventListener("abort", stop);
  return reason;
}

async function withDeadline(answer: Promise<unknown>, ms: number): Promise<void> {
  const timer = new AbortController();
  const late = wait(ms, undefined, { signal: timer.signal }).then(() => Promise.reject(new Error("No answer in time")));
  // The loser of the race may fail later; nobody waits for it then.
  answer.catch(() => {});
  late.catch(() => {});
  try {
    await Promise.race([answer, late]);
  } finally {
    timer.abort();
  }
}

/** Ends a connection without waiting for the other side, which may not be there. */
function cut(client: pg.Client): void {
  client.on("error", () => {});
  client.end().catch(() => {});
  client.connection.stream.destroy();
}

/** The tags of a NOTIFY payload, as `announceChange` writes it. */
function parseChange(payload: string): readonly Tag[] | "*" {
  return payload === "*" || payload === "" ? "*" : (payload.split(" ") as Tag[]);
}
