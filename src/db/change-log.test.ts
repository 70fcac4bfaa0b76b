import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase, untilChangesArePast } from "../../tests/support/test-database.ts";
import { currentCursor, pruneChanges, readChanges, voidCursors } from "./change-log.ts";
import { announceChange, onLocalChange, type Tag } from "./changes.ts";
import { migrateToOwn } from "./own-migrations.ts";
import { inTransaction } from "./transaction.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});

const products = (from: number, count: number): Tag[] =>
  Array.from({ length: count }, (_, index) => `product:${from + index}` as const);

/** Reads everything after a cursor, `maxRows` rows at a time. */
async function readAll(from: string, maxRows?: number) {
  const tags: Tag[] = [];
  let cursor = from;
  for (;;) {
    const slice = await readChanges(database.db, cursor, maxRows);
    if (!slice) return undefined;
    tags.push(...slice.changes.flatMap((change) => change.tags));
    cursor = slice.cursor;
    if (!slice.isMore) return { tags, cursor };
  }
}

/** Prunes, as soon as no transaction of another test file on the server keeps the rows. */
const pruneUntil = (most: number, expected: number) =>
  expect.poll(() => pruneChanges(database.db, new Date(), most)).toBe(expected);

test("a cursor reads later commits exactly once", async () => {
  await announceChange(database.db, ["menus"]);
  const start = await currentCursor(database.db);
  expect((await readAll(start))?.tags).toEqual([]);
  await announceChange(database.db, ["product:1", "products"]);
  const read = await readAll(start);
  expect(read?.tags).toEqual(["product:1", "products"]);
  expect((await readAll(read?.cursor ?? ""))?.tags).toEqual([]);
});

test("changes that roll back are never read", async () => {
  const start = await currentCursor(database.db);
  await inTransaction(database.db, async (db) => {
    await announceChange(db, ["product:1"]);
    throw new Error("no");
  }).catch(() => {});
  expect((await readAll(start))?.tags).toEqual([]);
});

test("a transaction that starts earlier and commits later is not skipped", async () => {
  let cursor = await currentCursor(database.db);
  const slow = await database.pool.connect();
  await slow.query("begin");
  await slow.query("insert into changes (tags) values ('{product:1}')");
  await announceChange(database.db, ["product:2"]);
  const first = await readAll(cursor);
  expect(first?.tags).toEqual(["product:2"]);
  cursor = first?.cursor ?? "";
  expect((await readAll(cursor))?.tags).toEqual([]);
  await slow.query("commit");
  slow.release();
  expect((await readAll(cursor))?.tags).toEqual(["product:1"]);
});

test("each change is read exactly once, whatever the commit order", async () => {
  let cursor = await currentCursor(database.db);
  const read: Tag[] = [];
  let isWriting = true;
  const reader = (async () => {
    for (let isLast = false; !isLast; ) {
      isLast = !isWriting;
      const found = await readAll(cursor, 3);
      read.push(...(found?.tags ?? []));
      cursor = found?.cursor ?? "";
    }
  })();
  const write = (id: number) =>
    inTransaction(database.db, async (db) => {
      await announceChange(db, [`product:${id}`]);
      await db.execute(`select pg_sleep(${(id % 7) / 500})`);
    });
  for (let round = 0; round < 20; round += 1)
    await Promise.all(Array.from({ length: 8 }, (_, index) => write(round * 8 + index)));
  isWriting = false;
  await reader;
  expect(read.toSorted()).toEqual(products(0, 160).toSorted());
});

test("50,000 changed products are rows of 200 tags, read in slices", async () => {
  const start = await currentCursor(database.db);
  await announceChange(database.db, products(1, 50_000));
  const { rows } = await database.pool.query("select count(*)::int, max(cardinality(tags)) as most from changes");
  expect(rows).toEqual([{ count: 250, most: 200 }]);
  const slice = await readChanges(database.db, start);
  expect([slice?.changes.length, slice?.isMore]).toEqual([100, true]);
  expect((await readAll(start))?.tags).toEqual(products(1, 50_000));
});

test("reading in slices includes changes committed in the meantime on the next read", async () => {
  const start = await currentCursor(database.db);
  await announceChange(database.db, products(1, 1_000));
  const slice = await readChanges(database.db, start, 2);
  await announceChange(database.db, ["menus"]);
  const rest = await readAll(slice?.cursor ?? "", 2);
  expect(rest?.tags).toEqual(products(401, 600));
  expect((await readAll(rest?.cursor ?? ""))?.tags).toEqual(["menus"]);
});

test("the log keeps a week; cursors older than the pruned rows are invalid, later ones are not", async () => {
  const before = await currentCursor(database.db);
  await announceChange(database.db, ["product:1"]);
  await untilChangesArePast(database);
  const between = (await readAll(before))?.cursor ?? "";
  await announceChange(database.db, ["product:2"]);
  expect(await pruneChanges(database.db, new Date(), 500)).toBe(0);
  await database.pool.query("update changes set at = at - interval '8 days' where tags = '{product:1}'");
  await pruneUntil(500, 1);
  expect(await readAll(before)).toBeUndefined();
  expect((await readAll(between))?.tags).toEqual(["product:2"]);
});

test("the log keeps 100,000 rows", async () => {
  await database.pool.query("insert into changes (tags) select '{menus}' from generate_series(1, 100010)");
  await pruneUntil(8, 8);
  expect(await pruneChanges(database.db, new Date(), 8)).toBe(2);
  expect(await pruneChanges(database.db, new Date(), 8)).toBe(0);
});

test("rows that a running transaction may precede are not pruned", async () => {
  const slow = await database.pool.connect();
  await slow.query("begin");
  await slow.query("insert into changes (tags) values ('{product:1}')");
  const cursor = await currentCursor(database.db);
  await announceChange(database.db, ["product:2"]);
  await database.pool.query("update changes set at = at - interval '8 days'");
  expect(await pruneChanges(database.db, new Date(), 500)).toBe(0);
  await slow.query("commit");
  slow.release();
  expect((await readAll(cursor))?.tags).toEqual(["product:1", "product:2"]);
});

describe("a dump of a server with higher transaction ids is restored:", () => {
  const restored = {
    "with rows": "insert into changes (xid, tags) values ('9000000000', '{product:1}')",
    "pruned to the end": "update change_log set pruned_xid = '9000000000'",
  };

  test.each(Object.entries(restored))("%s, the next start resets the log", async (_, restore) => {
    const before = await currentCursor(database.db);
    await database.pool.query(restore);
    await migrateToOwn(database.pool);
    expect(await readAll(before)).toBeUndefined();
    const cursor = await currentCursor(database.db);
    await announceChange(database.db, ["product:2"]);
    expect((await readAll(cursor))?.tags).toEqual(["product:2"]);
  });
});

test("a start leaves the log of this server as it is", async () => {
  const cursor = await currentCursor(database.db);
  await announceChange(database.db, ["product:1"]);
  await migrateToOwn(database.pool);
  expect((await readAll(cursor))?.tags).toEqual(["product:1"]);
});

test("cursors of replaced rows, other timelines, future positions, lost commits and garbage are invalid", async () => {
  const good = (await readAll(await currentCursor(database.db)))?.cursor ?? "";
  expect(await readAll(good)).toBeDefined();
  const [log = "", seen = "", ...last] = good.split(" ");
  const [epoch = "", timeline = ""] = log.split(".");
  const [xmin = "", , xip = ""] = seen.split(":");
  expect(await readAll([`${randomUUID()}.${timeline}`, seen, ...last].join(" "))).toBeUndefined();
  expect(await readAll([`${epoch}.0000F001`, seen, ...last].join(" "))).toBeUndefined();
  expect(await readAll([log, `${xmin}:9000000000:${xip}`, ...last].join(" "))).toBeUndefined();
  expect(await readAll([log, seen, xmin, "77", ""].join(" "))).toBeUndefined();
  expect(await readAll("yesterday")).toBeUndefined();
  await voidCursors(database.db);
  expect(await readAll(good)).toBeUndefined();
});

test("local listeners are called on commit, with the transaction id stored in the log", async () => {
  const start = await currentCursor(database.db);
  const heard: unknown[] = [];
  const stop = onLocalChange((tags, xid) => heard.push({ tags, xid }));
  await inTransaction(database.db, async (db) => {
    await announceChange(db, ["product:7"]);
    expect(heard).toEqual([]);
  });
  stop();
  expect(heard).toEqual((await readChanges(database.db, start))?.changes);
});
