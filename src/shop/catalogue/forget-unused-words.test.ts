import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { inTransaction } from "#db/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { forgetUnusedWords } from "./forget-unused-words.ts";
import { indexProducts } from "./index-products.ts";
import { putSynonym, removeSynonym } from "./search/synonyms.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  const { db, pool } = database;
  await pool.query(`delete from products; delete from search_vocabulary;
    insert into products (id, type, slug, name) values (1, 'simple', 'zinc', 'Zinc gummies for children'),
      (2, 'simple', 'iron', 'Iron drops'), (3, 'simple', 'tea', 'Green tea')`);
  await indexProducts(db, [1, 2, 3]);
});

async function words(): Promise<string[]> {
  const { rows } = await database.pool.query<{ word: string }>("select word from search_vocabulary order by word");
  return rows.map(({ word }) => word);
}

/** Renames product 2, as product writes do. */
async function rename(name: string, db = database.db): Promise<void> {
  await db.execute(`update products set name = '${name}' where id = 2`);
  await indexProducts(db, [2]);
}

test("words that only a renamed or deleted product had are forgotten, others stay", async () => {
  await rename("Iron for children");
  await database.pool.query("delete from products where id = 3");
  expect(await words()).toEqual(["children", "drops", "for", "green", "gummies", "iron", "tea", "zinc"]);
  await forgetUnusedWords(database.db);
  expect(await words()).toEqual(["children", "for", "gummies", "iron", "zinc"]);
});

test("words of synonyms are kept while there is one", async () => {
  const { db } = database;
  await putSynonym(db, { phrase: "chai patti", meanings: ["tea"], isMutual: false });
  await forgetUnusedWords(db);
  expect(await words()).toContain("patti");
  await removeSynonym(db, "chai patti");
  await forgetUnusedWords(db);
  expect(await words()).not.toContain("patti");
});

test("a word being given to a product is kept, and concurrent writers do not wait for the sweep", async () => {
  const { pool, db: other } = database;
  await pool.query("delete from products where id = 3");
  let isSwept = false;
  let sweep: Promise<void> | undefined;
  await inTransaction(database.db, async (db) => {
    await rename("Iron tea", db);
    sweep = forgetUnusedWords(other).then(() => {
      isSwept = true;
    });
    const isWaiting = async () => {
      const { rows } = await pool.query("select 1 from pg_locks where not granted");
      expect(rows).toHaveLength(1);
    };
    await vi.waitFor(isWaiting, { interval: 5, timeout: 5000 });
    // Would never end if it waited for the sweep, which waits for this transaction.
    await indexProducts(other, [1]);
    expect(isSwept).toBe(false);
  });
  await sweep;
  expect(await words()).toContain("tea");
  expect(await words()).not.toContain("green");
});
