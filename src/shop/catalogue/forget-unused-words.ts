import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";

/** Words that the search offers for ones typed wrong and that no product has, neither in its name nor anywhere else. */
const unused = sql`search_vocabulary known where not exists (
  select from (select distinct string_to_table(translate(words::text, '''', ''), ' ') as word from product_search) used
  where used.word = known.word)`;

/**
 * Takes words out of the search's vocabulary that no product has any more: corrected to such a word, a search finds nothing.
 * Where there are any, whoever writes products waits until they are out: one that was just about to use such a word would
 * be left without it.
 */
export async function forgetUnusedWords(db: Database): Promise<void> {
  const { rows } = await db.execute(sql`select from ${unused} limit 1`);
  if (rows.length === 0) return;
  await inTransaction(db, async (db) => {
    await db.execute(sql`lock table search_vocabulary in share row exclusive mode`);
    await db.execute(sql`delete from ${unused}`);
  });
}
