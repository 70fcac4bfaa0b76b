import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { addProduct } from "../cart/cart.fixtures.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";

let db: Database;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});

test("two transactions that wait for each other both succeed in the end", async () => {
  const [one, two] = [await addProduct(db), await addProduct(db)];
  const raise = (db: Database, id: number) =>
    db.execute(sql`update products set total_sales = total_sales + 1 where id = ${id}`);
  const both = (first: number, second: number) =>
    retryOnConflict(() =>
      inTransaction(db, async (db) => {
        await raise(db, first);
        await db.execute(sql`select pg_sleep(0.2)`);
        await raise(db, second);
      }),
    );
  await Promise.all([both(one, two), both(two, one)]);
  const { rows } = await db.execute(sql`select total_sales as sales from products where id in (${one}, ${two})`);
  expect(rows).toEqual([{ sales: 2 }, { sales: 2 }]);
});

test("any other failure is not tried again", async () => {
  let tries = 0;
  const failing = retryOnConflict(async () => {
    tries += 1;
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(tries).toBe(1);
});
