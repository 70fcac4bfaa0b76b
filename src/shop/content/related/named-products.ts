import { sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { TimeSlices } from "../../catalogue/index/time-slices.ts";
import { phrasesIn, productSlugsIn } from "./phrases.rules.ts";

/** Texts per transaction. */
const batch = 20;

/** Phrases looked up in one statement: many long texts would hold up requests. */
const phrasesAtOnce = 2000;

/** The longest part of a text (characters) that is searched. */
const searchedLength = 100_000;

interface SearchedText extends Record<string, unknown> {
  id: number;
  /** The normalized words of title and body. */
  words: string;
  body: string;
}

const searchedText = sql`id, search_text(title || ' ' || left(article_text(body), ${searchedLength})) as words,
  left(body, ${searchedLength}) as body`;

/** Stores which products these posts and pages name or link to, and announces those for which that is new. */
export async function linkArticles(db: Database, ids: readonly number[]): Promise<void> {
  // Reading all names pays off for many texts: most of their phrases begin no name, and are not looked up then.
  const firstWords = ids.length > batch ? await listFirstWords(db) : undefined;
  for (let at = 0; at < ids.length; at += batch) await linkBatch(db, ids.slice(at, at + batch), firstWords);
}

/** Returns the words with which products' names begin. */
async function listFirstWords(db: Database): Promise<Set<string>> {
  const { rows } = await db.execute<{ word: string }>(
    sql`select distinct split_part(substr(name, 2), ' ', 1) as word from product_search`,
  );
  return new Set(rows.map(({ word }) => word));
}

async function linkBatch(
  db: Database,
  ids: readonly number[],
  firstWords: ReadonlySet<string> | undefined,
): Promise<void> {
  await inTransaction(db, async (db) => {
    const { rows: texts } = await db.execute<SearchedText>(
      sql`select ${searchedText} from articles where id = any(${sql.param([...ids])}::bigint[])`,
    );
    const links = await linksIn(db, texts, firstWords);
    const { rows: changed } = await db.execute<{ articleId: number; productId: number }>(sql`
      with named as materialized (
        select * from json_to_recordset(${JSON.stringify(links)}::json)
          as n ("articleId" bigint, "productId" bigint, position int)),
      gone as (
        delete from article_products l where l.article_id = any(${sql.param([...ids])}::bigint[]) and not exists (
          select from named n where n."articleId" = l.article_id and n."productId" = l.product_id)
        returning l.article_id, l.product_id),
      put as (
        insert into article_products as l (article_id, product_id, position) select * from named
        on conflict (article_id, product_id) do update set position = excluded.position
        where l.position <> excluded.position returning l.article_id, l.product_id)
      select article_id as "articleId", product_id as "productId" from (select * from gone union select * from put) changed`);
    const tags = changed.flatMap(({ articleId, productId }) => [
      `article:${articleId}` as const,
      `product:${productId}` as const,
    ]);
    await announceChange(db, [...new Set(tags)]);
  });
}

/** Where a name or a slug is in a text. */
interface Mention {
  articleId: number;
  place: number;
}

/** Returns each product that a text names or links to once, named ones first. */
async function linksIn(db: Database, texts: readonly SearchedText[], firstWords: ReadonlySet<string> | undefined) {
  const links = new Map(texts.map(({ id }) => [id, new Map<number, number>()]));
  const link = (productId: number, mentions: readonly Mention[] = []) => {
    for (const { articleId, place } of mentions) {
      const places = links.get(articleId);
      places?.set(productId, Math.min(place, places.get(productId) ?? place));
    }
  };
  const named = new Map<string, Mention[]>();
  const linkNamed = async () => {
    for (const { id, name } of await listByName(db, [...named.keys()])) link(id, named.get(name));
    named.clear();
  };
  const linked = new Map<string, Mention[]>();
  const slices = new TimeSlices();
  for (const { id: articleId, words, body } of texts) {
    for (const [phrase, place] of phrasesIn(words, firstWords)) {
      addTo(named, phrase, { articleId, place });
      if (named.size === phrasesAtOnce) await linkNamed();
      if (slices.isOver) await slices.next();
    }
    for (const [at, slug] of productSlugsIn(body).entries())
      addTo(linked, slug, { articleId, place: words.length + at });
  }
  await linkNamed();
  for (const { id, slug } of await listBySlug(db, [...linked.keys()])) link(id, linked.get(slug));
  return [...links].flatMap(([articleId, places]) => {
    const inOrder = [...places].toSorted(([one, first], [other, second]) => first - second || one - other);
    return inOrder.map(([productId], position) => ({ articleId, productId, position }));
  });
}

/** Adds the first mention of each article; they come in the order of their places. */
function addTo(mentions: Map<string, Mention[]>, text: string, mention: Mention): void {
  const known = mentions.get(text);
  if (!known) mentions.set(text, [mention]);
  else if (known.at(-1)?.articleId !== mention.articleId) known.push(mention);
}

async function listByName(db: Database, names: readonly string[]): Promise<{ id: number; name: string }[]> {
  const { rows } = await db.execute<{ id: number; name: string }>(sql`
    select product_id as id, substr(name, 2) as name from product_search
    where name in (select ' ' || value from json_array_elements_text(${JSON.stringify(names)}::json))`);
  return rows;
}

async function listBySlug(db: Database, slugs: readonly string[]): Promise<{ id: number; slug: string }[]> {
  const { rows } = await db.execute<{ id: number; slug: string }>(
    sql`select id, slug from products where slug = any(${sql.param([...slugs])}::text[]) and type <> 'variation'`,
  );
  return rows;
}

/** Returns the ids of all posts and pages. */
export async function listAllTexts(db: Database): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from articles order by id`);
  return rows.map(({ id }) => id);
}

/** Returns the posts and pages that name one of these products, or did so by its former name. */
export async function listNaming(db: Database, productIds: readonly number[]): Promise<number[]> {
  if (productIds.length === 0) return [];
  const ids = sql`${sql.param([...productIds])}::bigint[]`;
  const { rows: before } = await db.execute<{ id: number }>(
    sql`select distinct article_id as id from article_products where product_id = any(${ids})`,
  );
  const { rows: products } = await db.execute<{ name: string; slug: string }>(sql`
    select substr(s.name, 2) as name, p.slug from product_search s join products p on p.id = s.product_id
    where s.product_id = any(${ids})`);
  const names = new Set(products.map(({ name }) => name));
  const firstWords = new Set(products.map(({ name }) => name.split(" ", 1)[0] ?? ""));
  const slugs = new Set(products.map(({ slug }) => slug));
  const naming = new Set(before.map(({ id }) => id));
  for (let last = 0, isMore = true; isMore; ) {
    const { rows: texts } = await db.execute<SearchedText>(
      sql`select ${searchedText} from articles where id > ${last} order by id limit ${batch}`,
    );
    for (const { id, words, body } of texts) {
      if (isNamed(words, names, firstWords) || productSlugsIn(body).some((slug) => slugs.has(slug))) naming.add(id);
    }
    last = texts.at(-1)?.id ?? last;
    isMore = texts.length === batch;
  }
  return [...naming];
}

function isNamed(words: string, names: ReadonlySet<string>, firstWords: ReadonlySet<string>): boolean {
  for (const [phrase] of phrasesIn(words, firstWords)) if (names.has(phrase)) return true;
  return false;
}
