import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";

/** More of a text (UTF-16 units), and more of its words, make no search better. */
const mostCharacters = 200;
const mostWords = 12;

/**
 * The ids of all published, searchable products that a text finds, best first: that name, names that begin with it, names
 * with all its words, products with all its words anywhere; of these the best sold first. The last word may be half typed.
 * When there are none, words that the shop does not know are taken for the known ones most like them. `most` is how many
 * are wanted; default: all.
 */
export async function searchProductIds(db: Database, text: string, most?: number): Promise<number[]> {
  const asked = text.replaceAll("\0", " ").slice(0, mostCharacters);
  const found = await findIds(db, asked, most);
  if (found.length > 0) return found;
  const corrected = await correct(db, asked);
  return corrected === undefined ? [] : findIds(db, corrected, most);
}

/** The ids come in one value: 20,000 rows would take longer to send and to read than to find. */
async function findIds(db: Database, text: string, most: number | undefined): Promise<number[]> {
  const asked = (wanted: string) => sql.raw(`(select ${wanted} from asked)`);
  const query = prepared(db, "search_products", (db, name) =>
    db
      .select({ ids: sql<Buffer | null>`ids` })
      .from(
        sql`(with asked as materialized (
          select ' ' || name as name, search_query(words, dictionary) as query,
            search_name_patterns(words, dictionary) as patterns
          from (select ${searchText} as name, ${searchWords} as words, search_dictionary() as dictionary) given
        )
        select string_agg(float8send(product_id), ''::bytea) as ids from (
          select product_id from product_search where words @@ ${asked("query")}
          order by (case when name = ${asked("name")} then 0 when starts_with(name, ${asked("name")}) then 1
            when name like all (${asked("patterns")}::text[]) then 2 else 3 end) * (1::bigint << 40) - total_sales, product_id
          limit ${sql.placeholder("most")}::int
        ) found) as answer`,
      )
      .prepare(name),
  );
  const [row] = await query.execute({ text, most: most ?? null });
  return row?.ids ? readIds(row.ids) : [];
}

/** The text with every unknown word as the known one most like it; undefined when that changes nothing, or there is none. */
async function correct(db: Database, text: string): Promise<string | undefined> {
  const query = prepared(db, "correct_search", (db, name) =>
    db
      .select({
        corrected: sql<string | null>`case when array_position(corrected, null) is null and corrected <> words
          then array_to_string(corrected, ' ') end`,
      })
      .from(sql`(select ${searchWords} as words, search_corrected(${searchWords}) as corrected) as answer`)
      .prepare(name),
  );
  const [row] = await query.execute({ text });
  return row?.corrected ?? undefined;
}

const searchText = sql`search_text(${sql.placeholder("text")}::text)`;
const searchWords = sql`(string_to_array(${searchText}, ' '))[1:${sql.raw(String(mostWords))}]`;

function readIds(packed: Buffer): number[] {
  const ids: number[] = [];
  for (let at = 0; at < packed.length; at += 8) ids.push(packed.readDoubleBE(at));
  return ids;
}
