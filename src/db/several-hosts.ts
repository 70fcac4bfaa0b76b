import { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { checkServerIdentity } from "node:tls";
import pg from "pg";
import { StartError } from "#platform/start-error.ts";

/** How long (ms) a host may take to say whether it accepts writes, and how long its answer is believed. */
const answerMs = 3_000;
const believedMs = 1_000;

/** SQLSTATE of a server that accepts no writes, and of a connection that cannot be made. */
const readOnly = "25006";
const noConnection = "08001";

/** How long (ms) other hosts may take to answer once one accepts writes. */
const othersMs = 1_000;

interface Place {
  host: string;
  port: number;
  /** PostgreSQL's timeline; promotion starts the next one. */
  timeline: number;
}

/**
 * Returns the address of each host of a database: `postgres://one:5432,two/shop?target_session_attrs=read-write` names several
 * servers with the same data; one of them accepts writes. node-postgres knows one host only.
 * @throws StartError if the address asks for a server that accepts no writes
 */
export function addressesOf(databaseUrl: string): string[] {
  const [, start = "", hosts = "", rest = ""] = /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(databaseUrl) ?? [];
  const [path = "", query = ""] = rest.split("?", 2);
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get("target_session_attrs") ?? "read-write";
  if (wanted !== "read-write" && wanted !== "primary")
    throw new StartError(
      `DATABASE_URL has target_session_attrs=${wanted}, but the shop writes: set it to read-write, or leave it out.`,
    );
  parameters.delete("target_session_attrs");
  const end = parameters.size > 0 ? `${path}?${parameters}` : path;
  return hosts.split(",").map((host) => start + host + end);
}

/** Returns the hosts of a database in words: "one:5432, two". */
export function hostsOf(databaseUrl: string): string {
  return addressesOf(databaseUrl)
    .map((address) => new URL(address).host)
    .join(", ");
}

export function hasSeveralHosts(databaseUrl: string): boolean {
  return addressesOf(databaseUrl).length > 1;
}

/**
 * Returns how to connect to a database: directly if it has one host, else to the host that accepts writes, which is found
 * out again for each connection. @param report called with a line if several do
 */
export function connectionTo(databaseUrl: string, report: (line: string) => void = () => {}): pg.PoolConfig {
  const addresses = addressesOf(databaseUrl);
  const [first = ""] = addresses;
  if (addresses.length === 1) return { connectionString: first };
  const choice = new WritableHost(addresses, report);
  const { ssl } = new pg.Client({ connectionString: first });
  return {
    // What it says about TLS would replace `ssl`.
    connectionString: withoutTls(first),
    ...(ssl && { ssl: { ...(ssl === true ? {} : ssl), checkServerIdentity: isOneOf(addresses) } }),
    stream: () => new ChosenSocket(choice),
  };
}

function withoutTls(address: string): string {
  const url = new URL(address);
  for (const name of ["ssl", "sslmode", "sslcert", "sslkey", "sslrootcert", "uselibpqcompat"])
    url.searchParams.delete(name);
  return url.href;
}

/** Returns a check that a certificate is that of any of the hosts: the driver knows the name of the first only. */
const isOneOf =
  (addresses: readonly string[]): typeof checkServerIdentity =>
  (_, certificate) => {
    const faults = addresses.map((address) => checkServerIdentity(new URL(address).hostname, certificate));
    return faults.every((fault) => fault !== undefined) ? faults[0] : undefined;
  };

/** Closes connections of a pool whose server turns out to accept no writes, so that the next one is to another host. */
export function leaveReadOnlyHosts(pool: pg.Pool): void {
  pool.on("connect", (client) => {
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter & { stream: Socket } };
    connection.on("errorMessage", ({ code }: pg.DatabaseError) => {
      // After the statement has got its error.
      if (code === readOnly) setImmediate(() => connection.stream.destroy());
    });
  });
}

/**
 * Finds the host that accepts writes. If several do, the one that was promoted last has the data: it has the newest timeline.
 * One with an older timeline than was seen before is not used again, even if it is the only one that answers, and connections
 * to it are closed. Among equals the first of the address is chosen.
 */
class WritableHost {
  readonly #addresses: readonly string[];
  readonly #report: (line: string) => void;
  #reported = "";
  #newestTimeline = 0;
  /** The addresses that did not answer in time when last asked, which are not waited for. */
  readonly #silent = new Set<string>();
  readonly #sockets = new Map<Socket, Place>();
  #found: { place: Place; at: number } | undefined;
  #finding: Promise<Place> | undefined;

  constructor(addresses: readonly string[], report: (line: string) => void) {
    this.#addresses = addresses;
    this.#report = report;
  }

  /** @throws Error if none does */
  async find(): Promise<Place> {
    if (this.#found && performance.now() - this.#found.at < believedMs) return this.#found.place;
    this.#finding ??= this.#ask().finally(() => {
      this.#finding = undefined;
    });
    return this.#finding;
  }

  /** Closes a socket to a place once one with a newer timeline is chosen. */
  leaveIfReplaced(socket: Socket, place: Place): void {
    this.#sockets.set(socket, place);
    socket.once("close", () => this.#sockets.delete(socket));
  }

  async #ask(): Promise<Place> {
    const asked = this.#addresses.map((address) => ({ address, place: placeIfWritable(address) }));
    try {
      await Promise.any(asked.map(({ place }) => place));
      const place = this.#choose(await this.#placesOf(asked));
      this.#found = { place, at: performance.now() };
      return place;
    } catch (error) {
      const reasons = error instanceof AggregateError ? error.errors.map(messageOf) : [messageOf(error)];
      throw Object.assign(new Error(`No host accepts writes: ${reasons.join(", ")}`), { code: noConnection });
    }
  }

  /** Waits for the hosts that were silent the last time only if the others have older data than was seen before. */
  async #placesOf(asked: readonly { address: string; place: Promise<Place> }[]): Promise<Place[]> {
    const answers = asked.map(({ address, place }) => {
      const wasSilent = this.#silent.has(address);
      const inTime = this.#answerInTime(address, place);
      return { inTime, first: wasSilent ? Promise.race([inTime, delay(0, [])]) : inTime };
    });
    const places = (await Promise.all(answers.map(({ first }) => first))).flat();
    if (places.some(({ timeline }) => timeline >= this.#newestTimeline)) return places;
    return (await Promise.all(answers.map(({ inTime }) => inTime))).flat();
  }

  /** Returns an empty list if the host refuses or is silent; remembers the latter. */
  async #answerInTime(address: string, place: Promise<Place>): Promise<Place[]> {
    const timer = new AbortController();
    const late = delay(othersMs, undefined, { signal: timer.signal }).catch(() => undefined);
    const answer = place.then(
      (one) => [one],
      () => [],
    );
    const inTime = await Promise.race([answer, late]);
    timer.abort();
    if (inTime) this.#silent.delete(address);
    else this.#silent.add(address);
    return inTime ?? [];
  }

  #choose(places: readonly Place[]): Place {
    const newest = Math.max(...places.map(({ timeline }) => timeline));
    const [place] = places.filter(({ timeline }) => timeline === newest);
    if (!place || newest < this.#newestTimeline)
      throw new Error(
        `only hosts with older data answer: ${places.map(inWords).join(", ")}; timeline ${this.#newestTimeline} was in use`,
      );
    if (newest > this.#newestTimeline)
      for (const [socket, { timeline }] of this.#sockets) if (timeline < newest) socket.destroy();
    this.#newestTimeline = newest;
    const line = `Several database hosts accept writes: ${places.map(inWords).join(", ")}. ${inWords(place)} is used: stop the others, or make them standbys.`;
    if (places.length > 1 && line !== this.#reported) this.#report(line);
    this.#reported = places.length > 1 ? line : "";
    return place;
  }
}

const inWords = ({ host, port, timeline }: Place) => `${host}:${port} (timeline ${timeline})`;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** @throws Error if the host does not answer, or accepts no writes */
async function placeIfWritable(connectionString: string): Promise<Place> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: answerMs, query_timeout: answerMs });
  // The query reports the error too.
  client.on("error", () => {});
  const { host, port } = client;
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: number | null }>(
      `select case when not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'
        then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`,
    );
    const timeline = rows[0]?.timeline;
    if (typeof timeline !== "number") throw new Error("accepts no writes");
    return { host, port, timeline };
  } catch (error) {
    throw new Error(`${host}:${port} ${messageOf(error)}`, { cause: error });
  } finally {
    (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }
}

/** A socket that connects to the host that accepts writes, whatever it is told. */
class ChosenSocket extends Socket {
  readonly #choice: WritableHost;

  constructor(choice: WritableHost) {
    super();
    this.#choice = choice;
  }

  override connect(): this {
    this.#choice.find().then(
      (place) => {
        if (this.destroyed) return;
        this.#choice.leaveIfReplaced(this, place);
        const { host, port } = place;
        if (host.startsWith("/")) super.connect(`${host}/.s.PGSQL.${port}`);
        else super.connect(port, host);
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  }
}
