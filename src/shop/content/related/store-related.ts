import { sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { TimeSlices } from "../../catalogue/index/time-slices.ts";
import { type ComparedText, Likeness, type Related, WordCounts } from "./likeness.rules.ts";

/** Products are looked for among so many bestsellers, so that the time does not grow with the catalogue. */
const bestsellers = 2000;

/** SQL: the ids of these products. */
const comparedProducts = sql`select product_id from product_search where words <> ''
  order by total_sales desc, product_id limit ${bestsellers}`;

/** Texts read, and articles written, per statement. */
const batch = 200;

/**
 * Compares all published posts and pages with each other and with bestsellers, stores what is related, and announces the
 * articles for which that is new. Reads the texts twice, a few at a time, so that they are never all in memory.
 */
export async function storeRelated(db: Database): Promise<void> {
  const counts = new WordCounts();
  for await (const text of readTexts(db)) counts.add(text);
  const rarities = counts.rarities();
  for (const word of await listStopWords(db, [...rarities.keys()])) rarities.delete(word);
  const likeness = new Likeness(rarities);
  for await (const text of readTexts(db)) likeness.add(text);
  const compared: number[] = [];
  let waiting: [articleId: number, related: Related][] = [];
  const slices = new TimeSlices();
  for (const one of likeness.relate()) {
    compared.push(one[0]);
    if (waiting.push(one) === batch) {
      await writeRelated(db, waiting);
      waiting = [];
    }
    if (slices.isOver) await slices.next();
  }
  await writeRelated(db, waiting);
  await deleteOthers(db, compared);
}

/** Returns whether any of the products is compared with posts. */
export async function areCompared(db: Database, productIds: readonly number[]): Promise<boolean> {
  const { rows } = await db.execute(sql`select from (${comparedProducts}) best
    where product_id = any(${sql.param([...productIds])}::bigint[]) limit 1`);
  return rows.length > 0;
}

/** Reads the texts of published articles, newest first, and of bestsellers. */
async function* readTexts(db: Database): AsyncGenerator<ComparedText> {
  for (let before: number | null = null; ; ) {
    const { rows }: { rows: ComparedText[] } = await db.execute<ComparedText & Record<string, unknown>>(sql`
      select a.id::float8 as id, true as "isArticle", a.type = 'post' as "isCandidate", s.words, s.short_words as "shortWords",
        s.long_words as "longWords", array(select t.id::float8 from article_topics at join topics t on t.id = at.topic_id
          where at.article_id = a.id and t.kind = 'category') as categories
      from articles a join article_search s on s.article_id = a.id
      where a.status = 'publish' and (${before}::bigint is null or a.id < ${before}) order by a.id desc limit ${batch}`);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < batch) break;
    before = last.id;
  }
  const { rows: ids } = await db.execute<{ id: number }>(
    sql`select product_id::float8 as id from (${comparedProducts}) best`,
  );
  for (let at = 0; at < ids.length; at += batch) {
    const some = ids.slice(at, at + batch).map(({ id }) => id);
    const { rows } = await db.execute<ComparedText & Record<string, unknown>>(sql`
      select product_id::float8 as id, false as "isArticle", true as "isCandidate", words, short_words as "shortWords",
        long_words as "longWords", '{}'::float8[] as categories
      from product_search where product_id = any(${sql.param(some)}::bigint[]) order by product_id`);
    yield* rows;
  }
}

/** Returns the words that say nothing in the language of the search. */
async function listStopWords(db: Database, words: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ word: string }>(sql`
    with dictionary (name) as materialized (select search_dictionary())
    select word from dictionary, unnest(${sql.param(words)}::text[]) word
    where name = 'english' and ts_lexize('english_stem', word) = '{}'`);
  return rows.map(({ word }) => word);
}

async function writeRelated(db: Database, given: readonly [articleId: number, related: Related][]): Promise<void> {
  const best = given.flatMap(([articleId, { articleIds, productIds }]) => [
    ...articleIds.map((id, at) => ({ articleId, position: at + 1, articleIdOf: id, productIdOf: null })),
    ...productIds.map((id, at) => ({
      articleId,
      position: articleIds.length + at + 1,
      articleIdOf: null,
      productIdOf: id,
    })),
  ]);
  const ids = given.map(([id]) => id);
  await inTransaction(db, async (db) => {
    const { rows } = await db.execute<{ id: number }>(sql`
      with best as materialized (
        select "articleId" as article_id, position, "articleIdOf" as related_article_id, "productIdOf" as related_product_id
        from json_to_recordset(${JSON.stringify(best)}::json)
          as b ("articleId" bigint, position int, "articleIdOf" bigint, "productIdOf" bigint)
        -- Some may have been deleted while texts were compared.
        where exists (select from articles where id = "articleId")
          and ("articleIdOf" is null or exists (select from articles where id = "articleIdOf"))
          and ("productIdOf" is null or exists (select from products where id = "productIdOf"))),
      gone as (
        delete from related_content r where r.article_id = any(${sql.param(ids)}::bigint[]) and not exists (
          select from best b where b.article_id = r.article_id and b.position = r.position) returning r.article_id),
      put as (
        insert into related_content as r (article_id, position, related_article_id, related_product_id) select * from best
        on conflict (article_id, position) do update
        set related_article_id = excluded.related_article_id, related_product_id = excluded.related_product_id
        where (r.related_article_id, r.related_product_id) is distinct from
          (excluded.related_article_id, excluded.related_product_id)
        returning r.article_id)
      select article_id as id from gone union select article_id from put`);
    await announceChange(
      db,
      rows.map(({ id }) => `article:${id}` as const),
    );
  });
}

/** Deletes what is related to articles that are no longer published. */
async function deleteOthers(db: Database, compared: readonly number[]): Promise<void> {
  await inTransaction(db, async (db) => {
    const { rows } = await db.execute<{ id: number }>(sql`
      with gone as (delete from related_content where article_id <> all(${sql.param(compared)}::bigint[]) returning article_id)
      select distinct article_id as id from gone`);
    await announceChange(
      db,
      rows.map(({ id }) => `article:${id}` as const),
    );
  });
}
