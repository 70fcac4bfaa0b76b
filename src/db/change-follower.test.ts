import net, { type AddressInfo, type Socket } from "node:net";
import pg from "pg";
import { afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "../../tests/support/eventually.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/test-database.ts";
import { type ChangeFollower, type ChangeFollowerOptions, followChanges } from "./change-follower.ts";
import { voidCursors } from "./change-log.ts";
import { announceChange, changesChannel, type Tag } from "./changes.ts";
import { inTransaction } from "./transaction.ts";

let database: TestDatabase;
let follower: ChangeFollower | undefined;
let reasons: string[];
let heard: (readonly Tag[] | "*" | "lost" | "restored")[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await follower?.close();
  follower = undefined;
});

async function follow(connect: () => Promise<pg.Client>, times: Partial<ChangeFollowerOptions> = {}): Promise<void> {
  [heard, reasons] = [[], []];
  follower = await followChanges(
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

/** Writes to the change log as another process would. */
const changeElsewhere = (...tags: Tag[]) =>
  database.pool.query("with logged as (insert into changes (tags) values ($1)) select pg_notify($2, 'other')", [
    tags,
    changesChannel,
  ]);
const terminate = () =>
  database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'chowk changes'",
  );
/** Longer than any test waits, so that only notifications trigger reads. */
const never = { pollMs: 60_000 };

test("a change of this process is delivered before the commit returns, skipped in the log, and not delivered after a rollback", async () => {
  await follow(connectDirectly, never);
  await inTransaction(database.db, async (db) => {
    await announceChange(db, ["product:7"]);
    expect(heard).toEqual([]);
  });
  expect(heard).toEqual([["product:7"]]);
  await inTransaction(database.db, async (db) => {
    await announceChange(db, ["product:8"]);
    throw new Error("no");
  }).catch(() => {});
  await changeElsewhere("menus");
  await eventually(() => expect(heard).toEqual([["product:7"], ["menus"]]));
});

test("a notification triggers reading other processes' changes", async () => {
  await follow(connectDirectly, never);
  await changeElsewhere("product:3", "products");
  await eventually(() => expect(heard).toEqual([["product:3", "products"]]));
  await changeElsewhere("settings");
  await eventually(() => expect(heard).toEqual([["product:3", "products"], ["settings"]]));
});

test("without notifications (behind a pooler), changes are found by polling", async () => {
  await follow(connectDirectly, { pollMs: 50 });
  await database.pool.query("insert into changes (tags) values ('{menus}')");
  await eventually(() => expect(heard).toEqual([["menus"]]));
});

test("many changed products are reported in slices, not as a change of everything", async () => {
  await follow(connectDirectly, never);
  const tags = Array.from({ length: 50_000 }, (_, index) => `product:${index}` as const);
  await database.pool.query(
    `insert into changes (tags) select array_agg(tag order by place)
       from unnest($1::text[]) with ordinality as t (tag, place) group by (place - 1) / 200 order by min(place)`,
    [tags],
  );
  await changeElsewhere("products");
  await eventually(() => expect(heard.flat()).toEqual([...tags, "products"]));
  expect(heard.length).toBeGreaterThan(2);
});

test("a lost connection is reopened, missed changes are replayed, and notifications work again", async () => {
  let away = true;
  await follow(async () => {
    if (away && reasons.length > 0) throw new Error("connection refused");
    return connectDirectly();
  }, never);
  await terminate();
  await eventually(() => expect(heard).toEqual(["lost"]));
  expect(reasons).toEqual(["terminating connection due to administrator command"]);
  await changeElsewhere("product:1");
  await changeElsewhere("product:2");
  away = false;
  await eventually(() => expect(heard).toEqual(["lost", ["product:1", "product:2"], "restored"]));
  await changeElsewhere("menus");
  await eventually(() => expect(heard.slice(3)).toEqual([["menus"]]));
});

test("if the log no longer has the missed changes, everything is reported as changed", async () => {
  await follow(connectDirectly, { pollMs: 20 });
  await voidCursors(database.db);
  await eventually(() => expect(heard).toEqual(["*"]));
  await changeElsewhere("menus");
  await eventually(() => expect(heard).toEqual(["*", ["menus"]]));
});

test("a log that cannot be read is reported as lost even if the connection is open", async () => {
  await follow(connectDirectly, { pollMs: 20 });
  await database.pool.query("alter table changes rename to hidden");
  await eventually(() => expect(heard).toEqual(["lost"]));
  expect(reasons).toEqual(['relation "changes" does not exist']);
  await database.pool.query("alter table hidden rename to changes");
  await eventually(() => expect(heard).toEqual(["lost", "restored"]));
});

test("a silently dead connection is detected", async () => {
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
  await follow(connect, { pollMs: 50, answerWithinMs: 100 });
  for (const socket of sockets.splice(0)) socket.unpipe().pause();
  await eventually(() => expect(heard).toEqual(["lost", "restored"]), 2000);
  await follower?.close();
  for (const socket of sockets) socket.destroy();
  proxy.close();
});

test("the first connection failing is an error, and nothing is followed", async () => {
  await expect(follow(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  await announceChange(database.db, ["menus"]);
  expect(heard).toEqual([]);
});

test("closing is fast and reports nothing", async () => {
  await follow(connectDirectly);
  await follower?.close();
  await announceChange(database.db, ["menus"]);
  expect(heard).toEqual([]);
});

test("closing does not wait for a reconnection", async () => {
  let away = false;
  let asked = 0;
  await follow(async () => {
    if (!away) return connectDirectly();
    asked += 1;
    return new Promise<never>(() => {});
  });
  away = true;
  await terminate();
  await eventually(() => expect(asked).toBe(1));
  await follower?.close();
  expect(heard).toEqual(["lost"]);
});
