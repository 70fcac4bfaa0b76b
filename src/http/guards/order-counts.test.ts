import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, databaseOf, openPool } from "#db/database.ts";
import { withStatementCount } from "#db/statement-count.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { OrderCounts } from "./order-counts.ts";

const noon = new Date("2026-11-21T12:00:00Z");
const after = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);
const ip = "203.0.113.1";

let database: TestDatabase;
let otherPool: pg.Pool;
let other: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  otherPool = openPool(database.connection, 2);
  other = databaseOf(otherPool);
});
afterAll(() => otherPool.end());
beforeEach(async () => {
  await database.pool.query("delete from rate_limits");
});

const isAbove = (counts: OrderCounts, from: string, limit: number, at: Date) =>
  counts.crowdOf(from, limit, at) !== null;

function counted(times: number, from = ip): OrderCounts {
  const counts = new OrderCounts();
  for (let time = 0; time < times; time++) counts.add(from, noon);
  return counts;
}

test("two processes that share their counts see the orders of both", async () => {
  const [one, two] = [counted(3), counted(2)];
  expect([isAbove(one, ip, 4, noon), isAbove(two, ip, 4, noon)]).toEqual([false, false]);
  await one.share(database.db, noon);
  await two.share(other, noon);
  expect(isAbove(two, ip, 4, noon)).toBe(true);
  expect(isAbove(two, ip, 5, noon)).toBe(false);
  one.add(ip, noon);
  await one.share(database.db, noon);
  expect(isAbove(one, ip, 5, noon)).toBe(true);
});

test("a restarted process knows the counts after sharing one of its own", async () => {
  await counted(5).share(database.db, noon);
  const restarted = counted(1);
  await restarted.share(database.db, after(30));
  expect(isAbove(restarted, ip, 5, after(30))).toBe(true);
  expect(isAbove(restarted, ip, 5, after(60))).toBe(false);
  restarted.add(ip, after(60));
  await restarted.share(database.db, after(60));
  expect(isAbove(restarted, ip, 1, after(60))).toBe(false);
});

test("sharing many addresses takes one statement, or none if nothing is new", async () => {
  const counts = new OrderCounts();
  for (let place = 1; place <= 200; place++) counts.add(`203.0.113.${place}`, noon);
  const share = () => counts.share(database.db, noon);
  expect((await withStatementCount(share)).statements).toBe(1);
  expect((await withStatementCount(share)).statements).toBe(0);
  expect(isAbove(counts, "203.0.113.250", 19, noon)).toBe(true);
  expect(isAbove(counts, "203.0.113.250", 20, noon)).toBe(false);
});

test("all counts are shared at once, however many there are, as at the shutdown", async () => {
  const counts = new OrderCounts();
  for (let place = 0; place < 2500; place++) counts.add(`198.${18 + (place >> 8)}.${place & 255}.1`, noon);
  expect((await withStatementCount(() => counts.share(database.db, noon))).statements).toBe(5);
  const { rows } = await database.pool.query(
    "select count(*)::int as keys, sum(points)::int as points from rate_limits",
  );
  expect(rows).toEqual([{ keys: 5000, points: 5000 }]);
});

test("counts that could not be shared are shared by the next call", async () => {
  const counts = counted(4);
  const closed = openPool(database.connection, 1);
  await closed.end();
  await expect(counts.share(databaseOf(closed), noon)).rejects.toThrow("Failed query");
  counts.add(ip, noon);
  await counts.share(database.db, noon);
  const next = counted(1);
  await next.share(other, noon);
  expect([isAbove(next, ip, 5, noon), isAbove(next, ip, 6, noon)]).toEqual([true, false]);
});

test("concurrent sharing of the same addresses loses no count", async () => {
  const processes = Array.from({ length: 8 }, () => new OrderCounts());
  for (const counts of processes)
    for (let place = 1; place <= 50; place++) counts.add(`198.51.${place % 5}.${place}`, noon);
  await Promise.all(processes.map((counts, index) => counts.share(index % 2 === 0 ? database.db : other, noon)));
  const { rows } = await database.pool.query("select sum(points)::int as points from rate_limits");
  expect(rows).toEqual([{ points: 8 * 50 * 2 }]);
});

test("concurrent orders from an address take no more stock than the limit, and its network three times as much", () => {
  const counts = new OrderCounts();
  const take = (from: string, share: number) => counts.takeStock(from, share, 1, noon);
  expect([take(ip, 60), take(ip, 60), take(ip, 40), take(ip, 1)]).toEqual([true, false, true, false]);
  expect([2, 3, 4].map((place) => take(`203.0.113.${place}`, 100))).toEqual([true, true, false]);
  expect(take("203.0.114.1", 100)).toBe(true);
  counts.returnStock(ip, 100);
  expect(take("203.0.113.4", 100)).toBe(true);
  expect(counts.takeStock(ip, 100, 1, after(60))).toBe(true);
});

test("a second process knows the stock that was taken through the first", async () => {
  const [one, two] = [new OrderCounts(), new OrderCounts()];
  expect([one.takeStock(ip, 70, 1, noon), two.takeStock(ip, 20, 1, noon)]).toEqual([true, true]);
  await one.share(database.db, noon);
  await two.share(other, noon);
  expect([two.takeStock(ip, 20, 1, noon), two.takeStock(ip, 10, 1, noon)]).toEqual([false, true]);
});
