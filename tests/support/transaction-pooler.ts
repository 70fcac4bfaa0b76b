import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { onTestFinished } from "vitest";

/** The settings at connection start that PgBouncer knows. */
const knownSettings = ["user", "database", "client_encoding", "datestyle", "timezone", "application_name"];

/** Connections to the server; fewer than the shop opens to the pooler. */
const serverConnections = 3;

interface Server {
  socket: Socket;
  /** Receives what the server sends; without a client it is discarded. */
  client: Socket | undefined;
  /** Called when the server waits for a statement outside a transaction. */
  onIdle: () => void;
}

/**
 * Starts a pooler in transaction mode, as strict as PgBouncer with `server_reset_query_always`: each transaction gets any
 * connection to the server, which then forgets all settings, prepared statements, locks and LISTEN. It stops after the test.
 * @param ignoresSettings accepts settings at connection start and drops them, instead of refusing the connection
 * @returns how to connect to it
 */
export async function startTransactionPooler(target: pg.PoolConfig, ignoresSettings: boolean): Promise<string> {
  const { host, port, user = "", database = "" } = new pg.Client(target);
  const idle: Server[] = [];
  const waiting: ((server: Server) => void)[] = [];
  const sockets = new Set<Socket>();
  let opened = 0;

  async function openServer(): Promise<Server> {
    const socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    sockets.add(socket.on("error", () => {}));
    const server: Server = { socket, client: undefined, onIdle: () => {} };
    const ready = new Promise<void>((resolve) => {
      server.onIdle = resolve;
    });
    readMessages(socket, (message) => {
      server.client?.write(message);
      if (message.toString("latin1", 0, 1) === "Z" && message.at(-1) === 0x49) server.onIdle();
    });
    socket.write(startMessage({ user, database }));
    await ready;
    return server;
  }

  async function takeServer(): Promise<Server> {
    const free = idle.pop();
    if (free) return free;
    if (opened >= serverConnections) return new Promise((resolve) => waiting.push(resolve));
    opened += 1;
    return openServer();
  }

  function giveBack(server: Server): void {
    server.client = undefined;
    server.onIdle = () => {
      const next = waiting.shift();
      if (next) next(server);
      else idle.push(server);
    };
    server.socket.write(message("Q", "discard all\0"));
  }

  const pooler = createServer((client) => {
    sockets.add(client.on("error", () => {}));
    let own: Promise<Server> | undefined;
    let isInTransaction = false;
    // A transaction that was left open blocks nobody.
    client.once("close", () => {
      if (isInTransaction) void own?.then(({ socket }) => socket.destroy());
    });
    client.once("data", (start: Buffer) => {
      const refused = settingsOf(start).find((name) => !knownSettings.includes(name.toLowerCase()));
      if (refused && !ignoresSettings) return void client.end(refusal(`unsupported startup parameter: ${refused}`));
      client.write(greeting);
      readMessages(client, (sent) => {
        if (sent.toString("latin1", 0, 1) === "X") return;
        own ??= takeServer().then((server) => {
          isInTransaction = true;
          server.client = client;
          server.onIdle = () => {
            own = undefined;
            isInTransaction = false;
            giveBack(server);
          };
          return server;
        });
        void own.then((server) => server.socket.write(sent));
      });
    });
  });
  pooler.listen(0, "127.0.0.1");
  await once(pooler, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    pooler.close();
  });
  return `postgres://${user}@127.0.0.1:${(pooler.address() as AddressInfo).port}/${database}`;
}

/** Calls `onMessage` with each whole message: a letter, a length and content. */
function readMessages(socket: Socket, onMessage: (message: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let end = endOf(rest); end <= rest.length; end = endOf(rest)) {
      onMessage(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  });
}

const endOf = (bytes: Buffer) => (bytes.length < 5 ? Number.POSITIVE_INFINITY : 1 + bytes.readInt32BE(1));

function message(letter: string, content: string | Buffer): Buffer {
  const body = Buffer.from(content);
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

function startMessage(settings: Record<string, string>): Buffer {
  const pairs = Object.entries(settings).flatMap(([name, value]) => [name, value]);
  const body = Buffer.from(`${pairs.join("\0")}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + body.length);
  head.writeInt32BE(196_608, 4);
  return Buffer.concat([head, body]);
}

/** Returns the names of the settings in a start message. */
function settingsOf(start: Buffer): string[] {
  const parts = start.toString("utf8", 8).split("\0");
  return parts.filter((part, index) => index % 2 === 0 && part !== "");
}

const refusal = (text: string) => message("E", `SFATAL\0C08P01\0M${text}\0\0`);

/** Logged in, with a key for cancelling that nobody uses, and ready. */
const greeting = Buffer.concat([message("R", Buffer.alloc(4)), message("K", Buffer.alloc(8)), message("Z", "I")]);
