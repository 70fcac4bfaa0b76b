import { sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { linkArticles, listNaming } from "./named-products.ts";

/** Related posts and products kept for each post; a page shows some of them. */
const kept = { posts: 9, products: 6 };

/** Products are looked for among so many bestsellers, so that the time does not grow with the catalogue. */
const bestsellers = 2000;

/** The words by which texts are compared: their most telling ones. */
const wordsOfText = 40;

/** How alike (cosine, 0 to 1) a product's words must be. */
const leastLikeness = 0.05;

/** Rows deleted per statement. */
const batch = 5000;

/**
 * Finds the products that changed posts and pages name, and what is related to all posts. Does nothing if no text has changed
 * since the last run. Safe to run twice.
 */
export async function relateArticles(db: Database): Promise<void> {
  const { rows: changed } = await db.execute<{ id: number; articleId: number | null; productId: number | null }>(
    sql`select id, article_id as "articleId", product_id as "productId" from changed_texts`,
  );
  if (changed.length === 0) return;
  const naming = await listNaming(db, [...new Set(changed.flatMap(({ productId }) => productId ?? []))]);
  await linkArticles(db, [...new Set([...changed.flatMap(({ articleId }) => articleId ?? []), ...naming])]);
  await storeRelated(db);
  const ids = changed.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += batch)
    await db.execute(sql`delete from changed_texts where id = any(${sql.param(ids.slice(at, at + batch))}::bigint[])`);
}

/** Rates each word by its place in a text (title and terms, excerpt, body) and its rarity, and compares all posts by them. */
async function storeRelated(db: Database): Promise<void> {
  await inTransaction(db, async (db) => {
    const { rows } = await db.execute<{ id: number }>(sql`
      with items as materialized (
        select a.id, true as is_article, a.type, s.words, s.short_words, s.long_words,
          array(select t.id from article_topics at join topics t on t.id = at.topic_id
            where at.article_id = a.id and t.kind = 'category') as categories
        from article_search s join articles a on a.id = s.article_id where a.status = 'publish'
        union all
        (select s.product_id, false, '', s.words, s.short_words, s.long_words, '{}' from product_search s
          where s.words <> '' order by s.total_sales desc, s.product_id limit ${bestsellers})),
      given as materialized (
        select id, word, max(weight) as weight from (
          select id, unnest(string_to_array(words, ' ')) as word, 4 as weight from items
          union all select id, unnest(string_to_array(short_words, ' ')), 2 from items
          union all select id, unnest(string_to_array(long_words, ' ')), 1 from items) one
        where length(word) > 2 and word !~ '^[0-9]+$' group by id, word),
      rare as materialized (
        select word, ln((select count(*) from items)::float8 / count(*)) as rarity from given group by word
        having count(*) between 2 and (select count(*) - 1 from items)
          and not (search_dictionary() = 'english' and ts_lexize('english_stem', word) = '{}')),
      vectors as materialized (
        select id, word, value from (
          select g.id, g.word, g.weight * r.rarity as value,
            row_number() over (partition by g.id order by g.weight * r.rarity desc, g.word) as place
          from given g join rare r using (word)) rated
        where place <= ${wordsOfText}),
      lengths as materialized (select id, sqrt(sum(value * value)) as length from vectors group by id),
      pairs as (
        select a.id as article_id, b.id as related_id, sum(a.value * b.value) / max(la.length * lb.length) as likeness
        from items i join vectors a on a.id = i.id join vectors b on b.word = a.word and b.id <> a.id
        join lengths la on la.id = a.id join lengths lb on lb.id = b.id
        where i.is_article group by a.id, b.id),
      ranked as (
        select p.article_id, p.related_id, b.is_article,
          row_number() over (partition by p.article_id, b.is_article
            order by a.categories && b.categories desc, p.likeness desc, p.related_id desc) as place
        from pairs p join items a on a.id = p.article_id join items b on b.id = p.related_id
        where b.type = 'post' or (not b.is_article and p.likeness >= ${leastLikeness})),
      best as materialized (
        select article_id, row_number() over (partition by article_id order by is_article desc, place)::int as position,
          case when is_article then related_id end as related_article_id,
          case when not is_article then related_id end as related_product_id
        from ranked where place <= case when is_article then ${kept.posts}::int else ${kept.products}::int end),
      gone as (
        delete from related_content r where not exists (
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
