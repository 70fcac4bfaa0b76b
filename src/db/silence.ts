import type { Socket } from "node:net";
import { setImmediate as ioTurn, setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { isAbsent, isStarting } from "./outage.ts";

/** Limits in ms. */
export interface SilenceLimits {
  /** After how long without a byte for an open statement the database is asked whether it is alive. */
  silentMs: number;
  /** How long it then has to answer on a connection of its own. */
  answerMs: number;
  /** Longest time without a byte for an open statement; longer than the server's own limit for statements. */
  longestMs: number;
  /** How often a silent database is asked. */
  askMs: number;
  /** How often an absent database is asked. A starting one is asked less and less often: after a fifth of the time since the first question. */
  askStartingMs: number;
}

const defaults: SilenceLimits = {
  silentMs: 5_000,
  answerMs: 5_000,
  longestMs: 35_000,
  askMs: 1_000,
  askStartingMs: 50,
};

/** Messages of the errors with which statements fail meanwhile; `isOutage` knows them. */
const silentMessage = "The database does not answer";
const notReadyMessage = "The database is not ready";

/** What became of a new connection. */
type Reply = "ready" | "starting" | "absent" | "silent";

/** The parts of a connection that the driver's types omit. */
type Watched = pg.PoolClient & { connection: { stream: Socket }; readyForQuery: boolean };

/** Connections whose statements may take any time. */
const unlimited = new WeakSet<pg.PoolClient>();

/** Lifts the limits of statements on this connection, the server's and ours. Destroy it afterwards. */
export async function allowLongStatements(client: pg.PoolClient): Promise<void> {
  unlimited.add(client);
  await client.query("set statement_timeout = 0");
}

/** What new connections of a pool have to pass. */
interface ConnectionGate {
  /** Why none is opened at the moment; undefined if they are. */
  refusal: string | undefined;
  /** Called when a connection showed that the database is starting or absent. */
  onNotReady(): void;
}

/**
 * Returns the pool's class of connections. The pool opens the next connection for a waiting request before it reports that the last
 * one failed, so this cannot be decided in the pool's own `connect`.
 */
function gatedClient(gate: ConnectionGate): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
      if (!callback) return super.connect();
      if (gate.refusal) return process.nextTick(callback, new Error(gate.refusal));
      super.connect((error: Error) => {
        if (isStarting(error) || isAbsent(error)) {
          gate.refusal ??= notReadyMessage;
          gate.onNotReady();
        }
        callback(error);
      });
    }
  };
}

/**
 * A pool that notices a database that accepts connections and statements but answers none, such as a frozen one. It then
 * destroys the connections with open statements, so that nobody waits for them and none is reused. While the database is
 * silent, absent or starting, requests for a connection fail at once, and one connection asks until it is ready. A starting
 * server creates a process even for a connection that it refuses; many of them would delay its start.
 */
export class WatchedPool extends pg.Pool {
  readonly #connection: pg.PoolConfig;
  readonly #limits: SilenceLimits;
  readonly #watched = new Set<Watched>();
  readonly #gate: ConnectionGate;
  #isAsking = false;

  constructor(config: pg.PoolConfig, connection: pg.PoolConfig, limits: Partial<SilenceLimits> = {}) {
    const gate: ConnectionGate = { refusal: undefined, onNotReady: () => {} };
    super({ ...config, Client: gatedClient(gate) });
    this.#gate = gate;
    gate.onNotReady = () => this.#ask();
    this.#connection = connection;
    this.#limits = { ...defaults, ...limits };
    this.on("connect", (client) => this.#watch(client as Watched));
    this.on("remove", (client) => this.#watched.delete(client as Watched));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool["connect"]>[0]): void;
  override connect(callback?: Parameters<pg.Pool["connect"]>[0]): Promise<pg.PoolClient> | void {
    const refusal = this.#gate.refusal && new Error(this.#gate.refusal);
    if (!callback) return refusal ? Promise.reject(refusal) : this.#connected(super.connect());
    if (refusal) return process.nextTick(callback, refusal, undefined, () => {});
    super.connect((error, client, done) => {
      if (error) this.#doubt(error);
      callback(error, client, done);
    });
  }

  async #connected(connecting: Promise<pg.PoolClient>): Promise<pg.PoolClient> {
    try {
      return await connecting;
    } catch (error) {
      this.#doubt(error);
      throw error;
    }
  }

  /** Asks whether the database is alive if a connection took too long. */
  #doubt(error: unknown): void {
    if (error instanceof Error && error.message.includes("timeout")) this.#ask();
  }

  #watch(client: Watched): void {
    const { silentMs, longestMs } = this.#limits;
    const { stream } = client.connection;
    this.#watched.add(client);
    let [silentFor, moved] = [0, 0];
    stream.setTimeout(silentMs);
    // Not as `setTimeout`'s callback, which is called once in the connection's life.
    stream.on("timeout", () => {
      if (client.readyForQuery) return;
      const bytes = stream.bytesRead + stream.bytesWritten;
      silentFor = bytes === moved ? silentFor + silentMs : silentMs;
      moved = bytes;
      if (silentFor >= longestMs && !unlimited.has(client)) return destroy(client);
      this.#ask();
      stream.setTimeout(silentMs);
    });
  }

  #ask(): void {
    if (!this.#isAsking) void this.#askUntilReady();
  }

  async #askUntilReady(): Promise<void> {
    const { askMs, askStartingMs } = this.#limits;
    const begin = performance.now();
    this.#isAsking = true;
    while (!this.ending) {
      const reply = await this.#reply();
      if (reply === "ready") break;
      this.#gate.refusal = reply === "silent" ? silentMessage : notReadyMessage;
      if (reply === "silent") for (const client of this.#watched) if (!client.readyForQuery) destroy(client);
      const pauses = {
        silent: askMs,
        absent: askStartingMs,
        starting: Math.min(askMs, Math.max(askStartingMs, (performance.now() - begin) / 5)),
      };
      await wait(pauses[reply], undefined, { ref: false });
    }
    this.#gate.refusal = undefined;
    this.#isAsking = false;
  }

  /** Asks on a new connection. Any other error than those about a start shows that the database is ready. */
  async #reply(): Promise<Reply> {
    const client = new pg.Client(this.#connection);
    client.on("error", () => {});
    const reply = client
      .connect()
      .then(() => client.query("select 1"))
      .then(
        () => "ready" as const,
        (error: unknown) => (isStarting(error) ? "starting" : isAbsent(error) ? "absent" : "ready"),
      );
    // A process that was busy reads what has arrived before it judges.
    const late = wait(this.#limits.answerMs, undefined, { ref: false }).then(() => ioTurn("silent" as const));
    try {
      return await Promise.race([reply, late]);
    } finally {
      client.connection.stream.destroy();
    }
  }
}

function destroy(client: Watched): void {
  client.connection.stream.destroy(new Error(silentMessage));
}
