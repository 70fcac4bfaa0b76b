import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { isLockTimeout } from "#db/retry-on-conflict.ts";
import { inTransaction } from "#db/transaction.ts";

/** The words of a product, as the search reads them. */
const wordsOfProduct = sql`string_to_table(words, ' ') as word`;

/** Whether a word of the vocabulary is one of a synonym's. */
const isMeant = sql`exists (select from search_synonyms,
  string_to_table(phrase || ' ' || array_to_string(meanings, ' '), ' ') as used where used = known.word)`;

/** How long (ms) the sweep waits for product writers; new writers wait behind it meanwhile. */
const lockTimeoutMs = 50;

/** How often, and at which interval (ms), it tries to find a moment without writers. */
const maxTries = 10;
const pause = 1000;

/**
 * Deletes words from the search's vocabulary that neither a product nor a synonym has any more, because a query corrected
 * to such a word finds nothing. Reads all products, then, while holding off writers, those written meanwhile, which may
 * use a word again. If products are written all the time, the words stay until the next night.
 */
export async function forgetUnusedWords(db: Database): Promise<void> {
  const { rows } = await db.execute<{ word: string; since: string }>(sql`
    select word, pg_snapshot_xmin(pg_current_snapshot())::xid::text as since from search_vocabulary known
    where not exists (select from (select ${wordsOfProduct} from product_search) used where used.word = known.word)
      and not ${isMeant}`);
  const [first] = rows;
  if (!first) return;
  const words = rows.map(({ word }) => word);
  for (let tries = 1; tries <= maxTries && !(await forgetQuickly(db, words, first.since)); tries += 1)
    await delay(pause);
}

/** @returns whether it was done; false while products are being written */
async function forgetQuickly(db: Database, words: readonly string[], since: string): Promise<boolean> {
  try {
    await inTransaction(db, async (db) => {
      await db.execute(sql`set local lock_timeout = ${sql.raw(String(lockTimeoutMs))}`);
      await db.execute(sql`lock table search_vocabulary in share row exclusive mode`);
      await db.execute(sql`delete from search_vocabulary known where word = any(${sql.param([...words])}::text[])
        and not exists (select from (
          select ${wordsOfProduct} from product_search where age(xmin) <= age(${since}::xid)) used
          where used.word = known.word)
        and not ${isMeant}`);
    });
    return true;
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    return false;
  }
}
