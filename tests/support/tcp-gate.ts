import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { onTestFinished } from "vitest";

/** A stretch of network in front of the database that can go silent: it accepts connections and bytes and delivers none. */
export interface TcpGate {
  /** How to connect to the database through the gate. */
  connection: pg.PoolConfig;
  /** How many connections were opened so far. */
  opened(): number;
  /** Goes silent, for all connections or the newest open one. */
  freeze(which?: "newest"): void;
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
  let opened = 0;
  const server = createServer((client) => {
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
    thaw() {
      isFrozen = false;
      for (const pair of pairs) join(pair);
    },
  };
}

function join([one, other]: readonly [Socket, Socket]): void {
  one.pipe(other);
  other.pipe(one);
}

function part(pair: readonly [Socket, Socket]): void {
  for (const socket of pair) socket.unpipe().pause();
}
