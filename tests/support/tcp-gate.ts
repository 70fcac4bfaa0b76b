import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { onTestFinished } from "vitest";

/**
 * A stretch of network in front of the database that can go silent, accepting connections and bytes and delivering none, or
 * answer like a server that starts.
 */
export interface TcpGate {
  /** How to connect to the database through the gate. */
  connection: pg.PoolConfig;
  /** How many connections were opened so far. */
  opened(): number;
  /** Goes silent, for all connections or the newest open one. */
  freeze(which?: "newest"): void;
  /** Cuts all connections and refuses new ones like a server that starts. */
  beginStart(): void;
  /** Delivers what has arrived and what comes. */
  thaw(): void;
}

/**
 * Opens a gate in front of a database, closed after the test.
 * @param atEnd the test's own hook if it runs concurrently with others
 */
export async function openTcpGate(target: pg.PoolConfig, atEnd = onTestFinished): Promise<TcpGate> {
  const { host, port, user, password, database } = new pg.Client(target);
  const pairs = new Set<readonly [Socket, Socket]>();
  let isFrozen = false;
  let isStarting = false;
  let opened = 0;
  const server = createServer((client) => {
    if (isStarting) {
      opened += 1;
      client.on("error", () => {}).once("data", () => client.end(startingError));
      return;
    }
    const pair = [client, host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)] as const;
    pairs.add(pair);
    opened += 1;
    for (const socket of pair) {
      socket.on("error", () => {});
      socket.once("close", () => {
        pairs.delete(pair);
        for (const other of pair) other.destroy();
      });
    }
    if (!isFrozen) join(pair);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(() => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    server.close();
  });
  return {
    connection: { user, password, database, host: "127.0.0.1", port: (server.address() as AddressInfo).port },
    opened: () => opened,
    freeze(which) {
      isFrozen = which === undefined;
      for (const pair of which ? [...pairs].slice(-1) : pairs) part(pair);
    },
    beginStart() {
      isStarting = true;
      for (const pair of pairs) for (const socket of pair) socket.destroy();
    },
    thaw() {
      isFrozen = isStarting = false;
      for (const pair of pairs) join(pair);
    },
  };
}

const fields = ["SFATAL", "VFATAL", "C57P03", "Mthe database system is starting up"].join("\0");

/** An ErrorResponse of PostgreSQL's protocol: its type, its length and the fields, each ended by a zero byte. */
const startingError = Buffer.concat([
  Buffer.from("E"),
  Buffer.from(Uint32Array.of(4 + fields.length + 2).buffer).swap32(),
  Buffer.from(`${fields}\0\0`),
]);

function join([one, other]: readonly [Socket, Socket]): void {
  one.pipe(other);
  other.pipe(one);
}

function part(pair: readonly [Socket, Socket]): void {
  for (const socket of pair) socket.unpipe().pause();
}
