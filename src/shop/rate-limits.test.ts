import { sql } from "drizzle-orm";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, databaseOf, openPool } from "#db/database.ts";
import { withStatementCount } from "#db/statement-count.ts";
import { createTestDatabase } from "../../tests/support/test-database.ts";
import { consumeLimits, type LimitUse, releaseLimits, takeTurn } from "./rate-limits.ts";

let db: Database;
let otherPool: pg.Pool;
const now = new Date("2026-11-21T10:00:00Z");
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const ownPassword: LimitUse = { limit: "ownPassword", user: 7 };

beforeAll(async () => {
  const database = await createTestDatabase();
  ({ db } = database);
  otherPool = openPool(database.connection, 2);
});
afterAll(() => otherPool.end());
beforeEach(async () => {
  await db.execute(sql`delete from rate_limits`);
});

/** How many of `count` concurrent uses are let through. */
async function letThrough(uses: readonly LimitUse[], count: number, at = now, handle = db): Promise<number> {
  const attempts = Array.from({ length: count }, () => consumeLimits(handle, uses, at));
  return (await Promise.allSettled(attempts)).filter(({ status }) => status === "fulfilled").length;
}

test("concurrent uses in two processes share one limit of ten", async () => {
  const other = databaseOf(otherPool);
  const counts = await Promise.all([letThrough([ownPassword], 8), letThrough([ownPassword], 8, now, other)]);
  expect(counts[0] + counts[1]).toBe(10);
  expect(await letThrough([{ ...ownPassword, user: 8 }], 1)).toBe(1);
});

test("the window ends its minutes after the first use, and the refusal says how long to wait", async () => {
  expect(await letThrough([ownPassword], 12)).toBe(10);
  const refused = consumeLimits(db, [ownPassword], later(14.5));
  await expect(refused).rejects.toMatchObject({ code: "too_many_tries", details: { minutes: 1 } });
  expect(await letThrough([ownPassword], 12, later(15))).toBe(10);
});

test("a refund returns one point, a reset all of them", async () => {
  await letThrough([ownPassword], 10);
  await releaseLimits(db, [ownPassword], "refund");
  expect(await letThrough([ownPassword], 2)).toBe(1);
  await releaseLimits(db, [ownPassword]);
  expect(await letThrough([ownPassword], 11)).toBe(10);
});

test("a refused use counts nothing for the limits after the exceeded one, and costs one statement", async () => {
  const both: LimitUse[] = [
    { limit: "orderAnswerByAddress", order: 1, address: "203.0.113.1" },
    { limit: "orderAnswer", order: 1 },
  ];
  expect(await letThrough(both, 5)).toBe(5);
  expect((await withStatementCount(() => letThrough(both, 1))).statements).toBe(1);
  expect(await letThrough([{ limit: "orderAnswer", order: 1 }], 40)).toBe(25);
});

test("a form keeps its turn when its place changes, and is not served twice in one gap", async () => {
  const queue = { place: "203.0.113.1", earliest: now, gap: 20, longest: 120 };
  await takeTurn(db, { ...queue, form: "first" }, now);
  const turn = await takeTurn(db, { ...queue, form: "second" }, now);
  expect(turn).toEqual(new Date(now.getTime() + 20_000));
  expect(await takeTurn(db, { ...queue, place: "203.0.113.0/24", form: "second" }, now)).toEqual(turn);
});
