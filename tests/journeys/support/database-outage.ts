import { once } from "node:events";
import { chmod, stat } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { locateDatabase } from "#db/embedded/embedded-postgres.ts";
import { serversBelow } from "../../faults/database-fixture.ts";

/** A database that a test can make unavailable. It is available again at the end of the test at the latest. */
export interface Outage {
  /** URL for the shop; undefined for the embedded database. */
  databaseUrl?: string;
  /** Keeps connections open but answers nothing. */
  hang(): Promise<void>;
  /** Stops the database and closes its connections. */
  stop(): Promise<void>;
  /** Makes the database reachable again. */
  end(): Promise<void>;
}

/** Stops (SIGSTOP) and kills the embedded server's processes. It cannot restart while its folder is inaccessible. */
export async function embeddedOutage(dataDir: string): Promise<Outage> {
  const { folder } = await locateDatabase(dataDir);
  const signal = (name: NodeJS.Signals) => {
    for (const pid of serversBelow(folder)) process.kill(pid, name);
  };
  const { mode } = await stat(folder);
  const end = () => chmod(folder, mode);
  onTestFinished(async () => {
    await end();
    signal("SIGCONT");
  });
  return {
    hang: async () => signal("SIGSTOP"),
    async stop() {
      await chmod(folder, 0);
      signal("SIGKILL");
    },
    end,
  };
}

/** For an external server, which tests must not stop: blocks and closes a proxy in front of it. */
export async function proxyOutage(databaseUrl: string): Promise<Outage> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isBlocked = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => isBlocked || to.write(chunk));
      from.on("error", () => {});
      from.on("close", () => sockets.delete(from) && to.destroy());
    }
  });
  const open = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const port = await open(0);
  const stop = async () => {
    const closed = server.listening ? once(server, "close") : undefined;
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
    isBlocked = false;
  };
  onTestFinished(stop);
  const way = new URL(databaseUrl);
  way.host = `127.0.0.1:${port}`;
  return {
    databaseUrl: way.href,
    hang: async () => void (isBlocked = true),
    stop,
    end: async () => void (await open(port)),
  };
}
