import { and, desc, eq, lte, or, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";
import { articles, authors } from "#db/tables/content.ts";
import type { Picture } from "../catalogue/pictures/picture.ts";
import { pictureJson } from "../catalogue/product-record.ts";
import type { Article, ArticleCard } from "./article.ts";

interface Topic {
  kind: "category" | "tag";
  slug: string;
  name: string;
}

/** The columns that `toCard` needs. */
export const cardColumns = {
  id: articles.id,
  slug: articles.slug,
  title: articles.title,
  excerpt: articles.excerpt,
  author: sql<ArticleCard["author"]>`(select json_build_object('id', w.id, 'name', w.name, 'slug', w.slug)
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
        type: articles.type,
        body: articles.body,
        updatedAt: articles.updatedAt,
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
  const { topics, ...rest } = row;
  return {
    ...toCard({ ...rest, topics }),
    type: row.type,
    body: row.body,
    updatedAt: row.updatedAt,
    commentsOpen: row.commentsOpen,
    tags: tagsOf(topics),
  };
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

/** Lists posts, newest first, with their total number. Pages count from 1. */
export async function listPosts(
  db: Database,
  now: Date,
  page: number,
  perPage: number,
): Promise<{ posts: ArticleCard[]; total: number }> {
  const query = prepared(db, "posts", (db, name) =>
    db
      .select({ ...cardColumns, total: sql<number>`count(*) over ()::int` })
      .from(articles)
      .where(and(eq(articles.type, "post"), isPublished))
      .orderBy(desc(articles.publishedAt), desc(articles.id))
      .limit(sql.placeholder("perPage"))
      .offset(sql.placeholder("skipped"))
      .prepare(name),
  );
  const rows = await query.execute({ now, perPage, skipped: (page - 1) * perPage });
  return { posts: rows.map(toCard), total: rows[0]?.total ?? 0 };
}

/** Lists published posts and pages whose titles have words with each of these prefixes, newest first. */
export async function listArticleTitles(
  db: Database,
  words: readonly string[],
  now: Date,
  limit: number,
): Promise<Pick<Article, "slug" | "title">[]> {
  if (words.length === 0) return [];
  const query = prepared(db, "articles_by_words", (db, name) =>
    db
      .select({ slug: articles.slug, title: articles.title })
      .from(articles)
      .where(
        and(isPublished, sql`' ' || search_text(${articles.title}) like all (${sql.placeholder("patterns")}::text[])`),
      )
      .orderBy(desc(articles.publishedAt), desc(articles.id))
      .limit(sql.placeholder("limit"))
      .prepare(name),
  );
  const patterns = words.map((word) => `% ${word.replace(/[\\%_]/g, "\\$&")}%`);
  return query.execute({ patterns, now, limit });
}

/** Returns the tags among an article's topics. */
export function tagsOf(topics: readonly Topic[]): Article["tags"] {
  return topics.filter((topic) => topic.kind === "tag").map(({ name, slug }) => ({ name, slug }));
}

/** Returns what a list shows of an article. */
export function toCard(row: Omit<ArticleCard, "picture" | "category"> & { picture: Picture | null; topics: Topic[] }) {
  const category = row.topics.find((topic) => topic.kind === "category");
  const { id, slug, title, excerpt, author, publishedAt, picture } = row;
  return {
    id,
    slug,
    title,
    excerpt,
    author,
    publishedAt,
    picture,
    category: category
      ? {
          name: category.name,
          slug: category.slug,
        }
      : null,
  } satisfies ArticleCard;
}
