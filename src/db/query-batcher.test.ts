import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../tests/support/test-database.ts";
import { QueryBatcher } from "./query-batcher.ts";
import { withStatementCount } from "./statement-count.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Divides a hundred by each input; PostgreSQL rejects a division by zero. */
async function divide(inputs: readonly number[]): Promise<number[]> {
  const { rows } = await database.db.execute<{ result: number }>(sql`select 100 / input as result
    from jsonb_array_elements_text(${JSON.stringify(inputs)}::jsonb) with ordinality as given(input_text, place),
    lateral (select input_text::int as input) typed order by place`);
  return rows.map(({ result }) => result);
}

test("inputs that arrive together or during a query share statements of up to fifty", async () => {
  const batcher = new QueryBatcher(divide);
  const loadAll = () => Promise.all(numbers(102).map((input) => batcher.load(input)));
  const { result, statements } = await withStatementCount(loadAll);
  expect(result).toEqual(numbers(102).map((input) => Math.trunc(100 / input)));
  // Two at once, and one for the last two.
  expect(statements).toBe(3);
});

test("inputs within the time for gathering share a statement", async () => {
  const batcher = new QueryBatcher(divide, { gatherMs: 200 });
  const loadAll = async () => {
    const first = batcher.load(5);
    for (let turn = 0; turn < 3; turn++) await nextTurn();
    return Promise.all([first, batcher.load(10)]);
  };
  expect(await withStatementCount(loadAll)).toEqual({ result: [20, 10], statements: 1 });
});

test("an input that the database rejects fails alone if the error is due to one input", async () => {
  const batcher = new QueryBatcher(divide, { isCausedByOne: () => true });
  const outcomes = await Promise.allSettled([1, 2, 5, 0, 10].map((input) => batcher.load(input)));
  expect(outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : "refused"))).toEqual([
    100,
    50,
    20,
    "refused",
    10,
  ]);
});

test("any other error fails the whole batch, and the next batch runs", async () => {
  const batcher = new QueryBatcher(divide);
  const outcomes = await Promise.allSettled([1, 2, 5, 0].map((input) => batcher.load(input)));
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["rejected"]));
  expect(await batcher.load(4)).toBe(25);
});
