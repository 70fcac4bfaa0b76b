import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { contains, type GivenOrder, givenOrder, isAmong, isNotAmong, type ListPage, readPage } from "#db/read-page.ts";

/** A category or tag of posts. */
export interface ListedTopic {
  id: number;
  kind: "category" | "tag";
  slug: string;
  name: string;
  /** Plain text. */
  description: string;
  /** Published posts that have it. */
  count: number;
  /** 0 for none. */
  parentId: number;
}

export type TopicOrder = GivenOrder | "id" | "name" | "slug" | "count" | "description";

export interface TopicListFilter {
  kind: "category" | "tag";
  search?: string | undefined;
  include?: readonly number[] | undefined;
  exclude?: readonly number[];
  slugs?: readonly string[] | undefined;
  parent?: number | undefined;
  /** Only those of this article. */
  articleId?: number | undefined;
  hidesEmpty: boolean;
  orderBy: TopicOrder;
  order: "asc" | "desc";
  limit: number;
  offset: number;
}

const count = (now: Date) => sql`(select count(*)::int from article_topics at join articles a on a.id = at.article_id
  where at.topic_id = t.id and a.status = 'publish' and a.published_at <= ${now.toISOString()}::timestamptz)`;

const columns = (now: Date) => sql`t.id::float8 as id, t.kind, t.slug, t.name, t.description, ${count(now)} as count,
  coalesce(t.parent_id, 0)::float8 as "parentId"`;

/** Lists categories or tags, in one statement. */
export async function listTopics(db: Database, filter: TopicListFilter, now: Date): Promise<ListPage<ListedTopic>> {
  const { kind, search = "", include, exclude = [], slugs, parent, articleId, hidesEmpty, limit, offset } = filter;
  return readPage<ListedTopic & Record<string, unknown>>(db, {
    columns: columns(now),
    from: sql`topics t`,
    where: [
      sql`t.kind = ${kind}`,
      contains(sql`t.name`, search),
      isAmong(sql`t.id`, include),
      isNotAmong(sql`t.id`, exclude),
      slugs && sql`t.slug = any(${sql.param([...slugs])}::text[])`,
      isAmong(sql`coalesce(t.parent_id, 0)`, parent === undefined ? undefined : [parent]),
      articleId === undefined
        ? undefined
        : sql`t.id in (select topic_id from article_topics where article_id = ${articleId})`,
      hidesEmpty ? sql`${count(now)} > 0` : undefined,
    ],
    order: orderOf(filter, now),
    limit,
    offset,
  });
}

/** A category or tag that a search finds. */
export interface FoundTopic {
  id: number;
  kind: "category" | "tag";
  title: string;
  slug: string;
}

interface TopicSearch {
  /** "" for all. */
  search: string;
  kinds: readonly FoundTopic["kind"][];
  include: readonly number[] | undefined;
  exclude: readonly number[];
  limit: number;
  offset: number;
}

/** Finds categories and tags by name, in one statement. */
export async function searchTopics(
  db: Database,
  { search, kinds, include, exclude, limit, offset }: TopicSearch,
): Promise<ListPage<FoundTopic>> {
  return readPage<FoundTopic & Record<string, unknown>>(db, {
    columns: sql`t.id::float8 as id, t.kind, t.name as title, t.slug`,
    from: sql`topics t`,
    where: [
      sql`t.kind = any(${sql.param([...kinds])}::text[])`,
      contains(sql`t.name`, search),
      isAmong(sql`t.id`, include),
      isNotAmong(sql`t.id`, exclude),
    ],
    order: sql`lower(t.name), t.id`,
    limit,
    offset,
  });
}

/** Reads categories and tags by their ids, in any order, in one statement. */
export async function readTopics(db: Database, ids: readonly number[], now: Date): Promise<ListedTopic[]> {
  const { rows } = await db.execute<ListedTopic & Record<string, unknown>>(
    sql`select ${columns(now)} from topics t where ${isAmong(sql`t.id`, ids)}`,
  );
  return rows;
}

function orderOf(filter: TopicListFilter, now: Date): SQL {
  const { orderBy, order } = filter;
  if (orderBy === "include" || orderBy === "include_slugs") return givenOrder(sql`t`, orderBy, filter);
  const direction = order === "asc" ? sql`asc` : sql`desc`;
  const columnOf: Readonly<Record<Exclude<TopicOrder, GivenOrder>, SQL>> = {
    id: sql`t.id`,
    name: sql`lower(t.name)`,
    slug: sql`t.slug`,
    count: count(now),
    description: sql`t.description`,
  };
  return sql`${columnOf[orderBy]} ${direction}, t.id ${direction}`;
}
