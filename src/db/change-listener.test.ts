import net, { type AddressInfo, type Socket } from "node:net";
import pg from "pg";
import { afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "../../tests/support/eventually.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/test-database.ts";
import { type ChangeListener, listenForChanges } from "./change-listener.ts";
import { announceChange, changesChannel, type Tag } from "./changes.ts";
import { inTransaction } from "./transaction.ts";

let database: TestDatabase;
let listener: ChangeListener | undefined;
let reasons: string[];
let heard: (readonly Tag[] | "*" | "lost" | "restored")[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await listener?.close();
  listener = undefined;
});

async function listen(connect: () => Promise<pg.Client>, times = {}): Promise<void> {
  [heard, reasons] = [[], []];
  listener = await listenForChanges(
    { connect, ...times },
    {
      onChange: (changed) => heard.push(changed),
      onLost(reason) {
        heard.push("lost");
        reasons.push(reason);
      },
      onRestored: () => heard.push("restored"),
    },
  );
}

async function connectDirectly(): Promise<pg.Client> {
  const client = new pg.Client({ ...database.connection, application_name: "chowk changes" });
  await client.connect();
  return client;
}

const notify = (payload: string) => database.pool.query("select pg_notify($1, $2)", [changesChannel, payload]);
const terminate = () =>
  database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'chowk changes'",
  );

test("a change of this process is heard before its verb returns, and not when it is rolled back", async () => {
  await listen(connectDirectly);
  await inTransaction(database.db, async (db) => {
    await announceChange(db, ["product:7"]);
    expect(heard).toEqual([]);
  });
  expect(heard[0]).toEqual(["product:7"]);
  await inTransaction(database.db, async (db) => {
    await announceChange(db, ["product:8"]);
    throw new Error("no");
  }).catch(() => {});
  expect(heard).not.toContainEqual(["product:8"]);
});

test("changes of other processes are heard, everything included", async () => {
  await listen(connectDirectly);
  await notify("product:3 products");
  await notify("*");
  await eventually(() => expect(heard).toEqual([["product:3", "products"], "*"]));
});

test("a cut connection is made again at once, and hears again", async () => {
  await listen(connectDirectly);
  await terminate();
  await eventually(() => expect(heard).toEqual(["lost", "restored"]));
  expect(reasons).toEqual(["terminating connection due to administrator command"]);
  await notify("menus");
  await eventually(() => expect(heard).toEqual(["lost", "restored", ["menus"]]));
});

test("while the database is away it tries again until it answers", async () => {
  let away = false;
  await listen(async () => {
    if (away) throw new Error("connection refused");
    return connectDirectly();
  });
  away = true;
  await terminate();
  await eventually(() => expect(heard).toEqual(["lost"]));
  away = false;
  await eventually(() => expect(heard).toEqual(["lost", "restored"]), 3000);
});

test("a connection that died silently is noticed", async () => {
  const direct = new pg.Client(database.connection);
  const { host, port, user, password, database: name } = direct;
  const sockets: Socket[] = [];
  const proxy = net.createServer((near) => {
    const far = net.connect(host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on("error", () => {});
    sockets.push(near, far);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const connect = async () => {
    const through = { host: "127.0.0.1", port: (proxy.address() as AddressInfo).port };
    const client = new pg.Client({ ...through, user, password, database: name });
    await client.connect();
    return client;
  };
  await listen(connect, { heartbeatMs: 50, answerWithinMs: 100 });
  for (const socket of sockets.splice(0)) socket.unpipe().pause();
  await eventually(() => expect(heard).toEqual(["lost", "restored"]), 2000);
  await listener?.close();
  for (const socket of sockets) socket.destroy();
  proxy.close();
});

test("a first connection that fails is an error, and nothing keeps listening", async () => {
  await expect(listen(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  await announceChange(database.db, ["menus"]);
  expect(heard).toEqual([]);
});

test("closing is quick and says nothing", async () => {
  await listen(connectDirectly);
  await listener?.close();
  await announceChange(database.db, ["menus"]);
  expect(heard).toEqual([]);
});

test("closing does not wait for a connection that is being made again", async () => {
  let away = false;
  let asked = 0;
  await listen(async () => {
    if (!away) return connectDirectly();
    asked += 1;
    return new Promise<never>(() => {});
  });
  away = true;
  await terminate();
  await eventually(() => expect(asked).toBe(1));
  await listener?.close();
  expect(heard).toEqual(["lost"]);
});
