import type { Socket } from "node:net";
import { setImmediate as ioTurn, setTimeout as wait } from "node:timers/promises";
import pg from "pg";

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
}

const defaults: SilenceLimits = { silentMs: 5_000, answerMs: 5_000, longestMs: 35_000, askMs: 1_000 };

/** Message of the error with which statements fail while the database is silent; `isOutage` knows it. */
const silentMessage = "The database does not answer";

/** The parts of a connection that the driver's types omit. */
type Watched = pg.PoolClient & { connection: { stream: Socket }; readyForQuery: boolean };

/** Connections whose statements may take any time. */
const unlimited = new WeakSet<pg.PoolClient>();

/** Lifts the limits of statements on this connection, the server's and ours. Destroy it afterwards. */
export async function allowLongStatements(client: pg.PoolClient): Promise<void> {
  unlimited.add(client);
  await client.query("set statement_timeout = 0");
}

/**
 * A pool that notices a database that accepts connections and statements but answers none, such as a frozen one. It then
 * destroys the connections with open statements, so that nobody waits for them and none is reused, and fails new requests
 * for a connection at once, until the database answers again.
 */
export class WatchedPool extends pg.Pool {
  readonly #connection: pg.PoolConfig;
  readonly #limits: SilenceLimits;
  readonly #watched = new Set<Watched>();
  #isSilent = false;
  #isAsking = false;

  constructor(config: pg.PoolConfig, connection: pg.PoolConfig, limits: Partial<SilenceLimits> = {}) {
    super(config);
    this.#connection = connection;
    this.#limits = { ...defaults, ...limits };
    this.on("connect", (client) => this.#watch(client as Watched));
    this.on("remove", (client) => this.#watched.delete(client as Watched));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool["connect"]>[0]): void;
  override connect(callback?: Parameters<pg.Pool["connect"]>[0]): Promise<pg.PoolClient> | void {
    if (!callback) return this.#isSilent ? Promise.reject(new Error(silentMessage)) : this.#connected(super.connect());
    if (this.#isSilent) return process.nextTick(callback, new Error(silentMessage), undefined, () => {});
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
    if (!this.#isAsking) void this.#askUntilAnswered();
  }

  async #askUntilAnswered(): Promise<void> {
    const { askMs } = this.#limits;
    this.#isAsking = true;
    while (!this.ending && !(await this.#answers())) {
      this.#isSilent = true;
      for (const client of this.#watched) if (!client.readyForQuery) destroy(client);
      await wait(askMs, undefined, { ref: false });
    }
    this.#isSilent = false;
    this.#isAsking = false;
  }

  /** Returns whether the database answers on a new connection in time, be it with an error. */
  async #answers(): Promise<boolean> {
    const client = new pg.Client(this.#connection);
    client.on("error", () => {});
    const answer = client
      .connect()
      .then(() => client.query("select 1"))
      .then(
        () => true,
        () => true,
      );
    // A process that was busy reads what has arrived before it judges.
    const late = wait(this.#limits.answerMs, false, { ref: false }).then((value) => ioTurn(value));
    try {
      return await Promise.race([answer, late]);
    } finally {
      client.connection.stream.destroy();
    }
  }
}

function destroy(client: Watched): void {
  client.connection.stream.destroy(new Error(silentMessage));
}
