import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../tests/support/test-database.ts";
import { isOneOf, prepared } from "./prepared.ts";
import { products } from "./tables/catalogue.ts";
import { inTransaction } from "./transaction.ts";

test("a prepared query for a few ids is not planned again for each execution", async () => {
  const database = await createTestDatabase();
  await inTransaction(database.db, async (db) => {
    for (let id = 1; id <= 20; id++)
      await prepared(db, "planned_once", (db, name) =>
        db.select({ id: products.id }).from(products).where(isOneOf(products.id, "ids")).prepare(name),
      ).execute({ ids: [id] });
    const { rows } = await db.execute<{ planned: number }>(
      sql`select custom_plans::int as planned from pg_prepared_statements where name = 'planned_once'`,
    );
    // PostgreSQL compares the costs of the first five with those of a plan for any array.
    expect(rows).toEqual([{ planned: 5 }]);
  });
});
