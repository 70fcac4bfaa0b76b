import { Logger } from "graphile-worker";
import pg from "pg";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { type EmbeddedPostgres, openEmbeddedPostgres } from "#db/embedded/embedded-postgres.ts";
import { type OpenDatabase, openDatabase } from "#db/open.ts";
import { isOutage } from "#db/outage.ts";
import { migrateToOwn } from "#db/own-migrations.ts";
import { connectionTo } from "#db/several-hosts.ts";
import { startWorker } from "#platform/jobs/job-queue.ts";
import { openTcpGate, type TcpGate } from "../support/tcp-gate.ts";
import { cleanUp, makeFolder } from "./database-fixture.ts";

afterEach(cleanUp);

interface Server {
  server: EmbeddedPostgres;
  gate: TcpGate;
}

/** Starts a server that can be reached by TCP, with a table that tells its name. */
async function openServer(name: string): Promise<Server> {
  const server = await openEmbeddedPostgres({ dataDir: makeFolder(), log: () => {} });
  onTestFinished(() => server.close());
  await onServer(server, `create table server as select '${name}' as name`);
  return { server, gate: await openTcpGate(server.connection) };
}

async function onServer({ connection }: EmbeddedPostgres, ...statements: string[]): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** As a standby does, the server refuses to write from now on, or no longer. */
const setReadOnly = ({ server }: Server, isReadOnly: boolean) =>
  onServer(
    server,
    `alter system set default_transaction_read_only = ${isReadOnly ? "on" : "off"}`,
    "select pg_reload_conf()",
  );

const portOf = ({ gate }: Server) => String(gate.connection.port);

function urlOf(...servers: Server[]): string {
  const hosts = servers.map((one) => `127.0.0.1:${portOf(one)}`).join(",");
  return `postgres://chowk@${hosts}/postgres?target_session_attrs=read-write`;
}

async function open(databaseUrl: string): Promise<OpenDatabase> {
  const database = await openDatabase({ databaseUrl, dataDir: "/nowhere", connections: 6, log: () => {} });
  onTestFinished(() => database.close());
  return database;
}

const nameOf = async (client: pg.Pool | pg.Client) => (await client.query("select name from server")).rows[0]?.name;

test("of several hosts the one that accepts writes is used, by the pool, migrations, jobs and notifications, also after a failover", async () => {
  const [first, second] = [await openServer("first"), await openServer("second")];
  await setReadOnly(first, true);
  const database = await open(urlOf(first, second));
  const { pool, connection, place } = database;
  expect(place).toBe(`127.0.0.1:${portOf(first)}, 127.0.0.1:${portOf(second)}`);
  expect(await nameOf(pool)).toBe("second");
  await migrateToOwn(pool);

  const listener = new pg.Client(connection);
  await listener.connect();
  expect(await nameOf(listener)).toBe("second");
  await listener.end();

  const done: string[] = [];
  const stop = startWorker({
    pool,
    tasks: { greet: async () => void done.push(await nameOf(pool)) },
    crontab: "",
    concurrency: 1,
    logger: new Logger(() => () => undefined),
  });
  await pool.query("select graphile_worker.add_job('greet', '{}')");
  await expect.poll(() => done).toEqual(["second"]);
  await stop();

  // The second becomes the standby; connections that are open find out by their first write.
  await setReadOnly(second, true);
  await setReadOnly(first, false);
  const writing = async () => {
    try {
      await pool.query("create table if not exists written ()");
      return await nameOf(pool);
    } catch (error) {
      if (!isOutage(error)) throw error;
      return "refused";
    }
  };
  await expect.poll(writing).toBe("first");

  await setReadOnly(first, true);
  await expect(open(urlOf(first, second))).rejects.toThrow(/No host accepts writes: .*accepts no writes/);
}, 120_000);

test("a host that refuses connections is passed over, and a wish for a standby is refused", async () => {
  const only = await openServer("only");
  const { pool } = await open(`postgres://chowk@127.0.0.1:1,127.0.0.1:${portOf(only)}/postgres`);
  expect(await nameOf(pool)).toBe("only");
  await expect(open(`postgres://chowk@127.0.0.1:1,localhost/postgres?target_session_attrs=standby`)).rejects.toThrow(
    "target_session_attrs=standby, but the shop writes",
  );
}, 120_000);

test("a host that was silent the last time is not waited for", async () => {
  const first = await openServer("first");
  const silent = { ...first, gate: await openTcpGate(first.server.connection) };
  silent.gate.freeze();
  const url = urlOf(first, silent);
  const connect = async (connection: pg.PoolConfig) => {
    const client = new pg.Client(connection);
    await client.connect();
    await client.end();
  };
  const known = connectionTo(url);
  await connect(known);
  // Its answers are believed no longer.
  const later = performance.now() + 60_000;
  const clock = vi.spyOn(performance, "now").mockReturnValue(later);
  onTestFinished(() => clock.mockRestore());
  const order: string[] = [];
  await Promise.all([
    connect(known).then(() => order.push("known")),
    connect(connectionTo(url)).then(() => order.push("waits")),
  ]);
  expect(order).toEqual(["known", "waits"]);
}, 120_000);
