import { desc, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { emptySearches } from "#db/tables/search.ts";

/** A search that found no product with all its words. */
export interface EmptySearch {
  /** As `search_text` returns it. */
  text: string;
  /** The words that were searched for instead; null if nothing was found at all. */
  shown: string | null;
  times: number;
}

/** Days without being asked for again after which a search is forgotten. */
const keptDays = 90;

/** No more texts are added beyond this number, */
const maxTexts = 5000;
/** and the rarest of more than this number are deleted. */
const keptTexts = 4000;

const maxLength = 60;

/**
 * Returns a text as it is kept, or null if it may be personal: email addresses, and numbers as long as those of phones and
 * identity cards.
 * @param typed the text as it was typed
 * @param normalized the same from `search_text`
 */
export function keptTextOf(typed: string, normalized: string): string | null {
  const text = normalized.trim().slice(0, maxLength).trim();
  const digits = typed.match(/\p{N}/gu)?.length ?? 0;
  return text === "" || typed.includes("@") || digits >= 7 ? null : text;
}

/** Adds to the counts of searches. New texts are left out while there are too many. */
export async function countEmptySearches(db: Database, searches: readonly EmptySearch[], now: Date): Promise<void> {
  if (searches.length === 0) return;
  await db.execute(sql`
    insert into empty_searches as known (text, shown, times, first_at, last_at)
    select text, shown, times, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(searches)}::jsonb) as given (text text, shown text, times bigint)
    where (select count(*) from empty_searches) < ${maxTexts}
      or exists (select from empty_searches same where same.text = given.text)
    order by text
    on conflict (text) do update set times = known.times + excluded.times, shown = excluded.shown,
      last_at = greatest(known.last_at, excluded.last_at)`);
}

/** Lists the most frequent searches. */
export async function listEmptySearches(db: Database, most: number) {
  return db.select().from(emptySearches).orderBy(desc(emptySearches.times), desc(emptySearches.lastAt)).limit(most);
}

/**
 * Deletes searches that were not asked for in a long time, and the rarest if there are too many.
 * @returns how many, at most `limit`
 */
export async function deleteOldEmptySearches(db: Database, now: Date, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from empty_searches where text in (
      (select text from empty_searches
        where last_at < ${now.toISOString()}::timestamptz - make_interval(days => ${keptDays}) limit ${limit})
      union
      (select text from (select text, row_number() over (order by times desc, last_at desc) as place from empty_searches) ranked
        where place > ${keptTexts} limit ${limit})
      limit ${limit})`);
  return rowCount ?? 0;
}
