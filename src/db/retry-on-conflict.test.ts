import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../tests/support/test-database.ts";
import type { Database } from "./database.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";
import { inTransaction } from "./transaction.ts";

let db: Database;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});

test("two deadlocked transactions both succeed in the end", async () => {
  await db.execute(sql`create table counters as select id, 0 as n from (values ('one'), ('two')) as v (id)`);
  const raise = (db: Database, id: string) => db.execute(sql`update counters set n = n + 1 where id = ${id}`);
  const both = (first: string, second: string) =>
    retryOnConflict(() =>
      inTransaction(db, async (db) => {
        await raise(db, first);
        await db.execute(sql`select pg_sleep(0.2)`);
        await raise(db, second);
      }),
    );
  await Promise.all([both("one", "two"), both("two", "one")]);
  const { rows } = await db.execute(sql`select n from counters`);
  expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
});

test("other errors are not retried", async () => {
  let tries = 0;
  const failing = retryOnConflict(async () => {
    tries += 1;
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(tries).toBe(1);
});
