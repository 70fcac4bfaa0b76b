import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";

/** The words of a product, as the search reads them. */
const wordsOfProduct = sql`string_to_table(words, ' ') as word`;

/**
 * Takes words out of the search's vocabulary that no product has any more: corrected to such a word, a search finds nothing.
 * It reads all products, and then, while nobody writes any, those that were written meanwhile: one may just have been
 * given a word that was unused before.
 */
export async function forgetUnusedWords(db: Database): Promise<void> {
  const { rows } = await db.execute<{ word: string; since: string }>(sql`
    select word, pg_snapshot_xmin(pg_current_snapshot())::xid::text as since from search_vocabulary known
    where not exists (select from (select ${wordsOfProduct} from product_search) used where used.word = known.word)`);
  const [first] = rows;
  if (!first) return;
  await inTransaction(db, async (db) => {
    await db.execute(sql`lock table search_vocabulary in share row exclusive mode`);
    await db.execute(sql`
      delete from search_vocabulary known where word = any(${sql.param(rows.map(({ word }) => word))}::text[])
      and not exists (select from (
        select ${wordsOfProduct} from product_search where age(xmin) <= age(${first.since}::xid)) used
        where used.word = known.word)`);
  });
}
