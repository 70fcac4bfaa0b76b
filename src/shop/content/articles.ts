import { and, eq, lte, or, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { executeNamed, isOneOf, prepared } from "#db/prepared.ts";
import { articles, authors } from "#db/tables/content.ts";
import type { Picture } from "../catalogue/pictures/picture.ts";
import { pictureJson } from "../catalogue/product-record.ts";
import type { ArchiveLink, Author } from "./archives/archive.ts";
import { authorJson, isPublishedPost } from "./archives/archives.ts";
import type { Article, ArticleCard, ArticleLink, Neighbours } from "./article.ts";
import { beginningWithoutExcerpt, type Summarised, summaryOf } from "./summary.ts";

interface Topic extends ArchiveLink {
  kind: "category" | "tag";
}

/** The columns of a card; see `toCard`. */
export const cardColumns = {
  id: articles.id,
  slug: articles.slug,
  title: articles.title,
  excerpt: articles.excerpt,
  beginning: beginningWithoutExcerpt(articles),
  author: sql<ArchiveLink | null>`(select json_build_object('name', w.name, 'slug', w.slug)
    from authors w where w.id = articles.author_id)`,
  publishedAt: articles.publishedAt,
  picture: sql<Picture | null>`(select ${pictureJson("m")} from media m where m.id = articles.media_id)`,
  topics: sql<Topic[]>`coalesce((select json_agg(json_build_object('kind', t.kind, 'slug', t.slug, 'name', t.name)
    order by at.position) from article_topics at join topics t on t.id = at.topic_id
    where at.article_id = articles.id), '[]'::json)`,
};

/** At the placeholder `now`. */
export const isPublished = and(eq(articles.status, "publish"), lte(articles.publishedAt, sql.placeholder("now")));

/** Finds the page or post of a slug, if it is published at `now`, or private and `isStaff`. */
export async function findArticle(
  db: Database,
  slug: string,
  now: Date,
  isStaff = false,
): Promise<Article | undefined> {
  const query = prepared(db, "article_by_slug", (db, name) =>
    db
      .select({
        ...cardColumns,
        author: sql<Author | null>`(select ${authorJson} from authors w where w.id = articles.author_id)`,
        type: articles.type,
        body: articles.body,
        updatedAt: articles.updatedAt,
        parentId: articles.parentId,
        commentsOpen: articles.commentsOpen,
      })
      .from(articles)
      .where(
        and(
          eq(articles.slug, sql.placeholder("slug")),
          or(isPublished, and(eq(articles.status, "private"), sql`${sql.placeholder("isStaff")}::boolean`)),
        ),
      )
      .prepare(name),
  );
  const [row] = await query.execute({ slug, now, isStaff });
  if (!row) return undefined;
  const { type, excerpt, body, updatedAt, author, parentId, topics } = row;
  return {
    ...toCard(row),
    type,
    excerpt,
    body,
    updatedAt,
    commentsOpen: row.commentsOpen,
    author,
    parentId,
    categories: linksOf(topics, "category"),
    tags: linksOf(topics, "tag"),
  };
}

/** Finds the posts published before and after one, at `now`. */
export async function findNeighbours(
  db: Database,
  { id, publishedAt }: Pick<Article, "id" | "publishedAt">,
  now: Date,
): Promise<Neighbours> {
  const place = sql`(${publishedAt.toISOString()}::timestamptz, ${id}::bigint)`;
  const link = sql`select json_build_object('slug', a.slug, 'title', a.title) from articles a where ${isPublishedPost(now)}`;
  const { rows } = await executeNamed<Neighbours & Record<string, unknown>>(
    db,
    "article_neighbours",
    sql`select
      (${link} and (a.published_at, a.id) < ${place} order by a.published_at desc, a.id desc limit 1) as previous,
      (${link} and (a.published_at, a.id) > ${place} order by a.published_at, a.id limit 1) as next`,
  );
  return rows[0] ?? { previous: null, next: null };
}

/** Lists the pages above one that are published at `now`, from the root down. */
export async function listPagesAbove(db: Database, parentId: number, now: Date): Promise<ArticleLink[]> {
  const { rows } = await executeNamed<ArticleLink & Record<string, unknown>>(
    db,
    "pages_above",
    sql`
      with recursive above (id, path) as (select ${parentId}::bigint, array[${parentId}::bigint]
        union all select a.parent_id, path || a.parent_id from above join articles a on a.id = above.id
          where a.parent_id <> all(path))
      select a.slug, a.title from above join articles a on a.id = above.id
      where a.status = 'publish' and a.published_at <= ${now.toISOString()}::timestamptz order by cardinality(path) desc`,
  );
  return rows;
}

/** Finds the id of a page, whether it is published or not. */
export async function idOfPage(db: Database, slug: string): Promise<number | undefined> {
  const [row] = await db
    .select({ id: articles.id })
    .from(articles)
    .where(and(eq(articles.slug, slug), eq(articles.type, "page")));
  return row?.id;
}

/** Finds the id of the published page or post of a slug. */
export async function findPublishedId(db: Database, slug: string, now: Date): Promise<number | undefined> {
  const query = prepared(db, "article_id", (db, name) =>
    db
      .select({ id: articles.id })
      .from(articles)
      .where(and(eq(articles.slug, sql.placeholder("slug")), isPublished))
      .prepare(name),
  );
  const [row] = await query.execute({ slug, now });
  return row?.id;
}

/** Finds a published page or post by its id. */
export async function findCommented(
  db: Database,
  id: number,
  now: Date,
): Promise<Pick<Article, "id" | "slug" | "title" | "commentsOpen"> | undefined> {
  const { slug, title, commentsOpen } = articles;
  const query = prepared(db, "commented_article", (db, name) =>
    db
      .select({ id: articles.id, slug, title, commentsOpen })
      .from(articles)
      .where(and(eq(articles.id, sql.placeholder("id")), isPublished))
      .prepare(name),
  );
  const [row] = await query.execute({ id, now });
  return row;
}

/** Finds what mails say about a page or post, whether it is published or not. */
export async function findArticleById(
  db: Database,
  id: number,
): Promise<(Pick<Article, "id" | "slug" | "title"> & { author: string }) | undefined> {
  const [row] = await db
    .select({ id: articles.id, slug: articles.slug, title: articles.title, author: authors.name })
    .from(articles)
    .leftJoin(authors, eq(authors.id, articles.authorId))
    .where(eq(articles.id, id));
  return row && { ...row, author: row.author ?? "" };
}

/** How much of a text (characters of HTML) is searched for words to show. */
const beginning = 20_000;

/** Returns the beginnings of these articles' HTML by id. */
export async function listBeginnings(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const query = prepared(db, "article_beginnings", (db, name) =>
    db
      .select({ id: articles.id, html: sql<string>`left(${articles.body}, ${sql.raw(String(beginning))})` })
      .from(articles)
      .where(isOneOf(articles.id, "ids"))
      .prepare(name),
  );
  const rows = await query.execute({ ids: [...ids] });
  return new Map(rows.map(({ id, html }) => [id, html]));
}

/** Returns the categories or tags among an article's topics. */
export function linksOf(topics: readonly Topic[], kind: Topic["kind"]): ArchiveLink[] {
  return topics.filter((topic) => topic.kind === kind).map(({ name, slug }) => ({ name, slug }));
}

/** Returns a row of `cardColumns` as a card. */
export function toCard(row: Omit<ArticleCard, "category" | "summary"> & Summarised & { topics: Topic[] }): ArticleCard {
  const { id, slug, title, author, publishedAt, picture, topics } = row;
  const [category = null] = linksOf(topics, "category");
  return { id, slug, title, summary: summaryOf(row), author, publishedAt, picture, category };
}
