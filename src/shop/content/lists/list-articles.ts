import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { type GivenOrder, givenOrder, isAmong, isNotAmong, type ListPage, readPage, wallTime } from "#db/read-page.ts";
import type { ArticleStatus } from "../article.ts";
import { beginningWithoutExcerpt } from "../summary.ts";

/** "future": published, with a date that has not come. */
export type ListedStatus = ArticleStatus | "future";

/** A post or page of any status; times are "2026-11-26T10:00:00", in the shop's time zone and in UTC. */
export interface ListedArticle {
  id: number;
  type: "post" | "page";
  slug: string;
  title: string;
  excerpt: string;
  /** Of its body, if it has no excerpt; see `summaryOf`. */
  beginning: string;
  /** Sanitised HTML with blocks; "" if it was not asked for. */
  body: string;
  status: ListedStatus;
  date: string;
  dateGmt: string;
  modified: string;
  modifiedGmt: string;
  /** The id of a person; 0 for none. */
  author: number;
  mediaId: number;
  commentsOpen: boolean;
  isSticky: boolean;
  format: string | null;
  parentId: number;
  categories: number[];
  tags: number[];
}

export type ArticleOrder =
  | GivenOrder
  | "author"
  | "date"
  | "id"
  | "modified"
  | "parent"
  | "relevance"
  | "slug"
  | "title";

export interface ArticleListFilter {
  type: "post" | "page";
  statuses: readonly ListedStatus[];
  /** Ids that a search found, best first; undefined without a search. */
  found?: readonly number[] | undefined;
  after?: Date | undefined;
  before?: Date | undefined;
  modifiedAfter?: Date | undefined;
  modifiedBefore?: Date | undefined;
  authors?: readonly number[] | undefined;
  notAuthors?: readonly number[];
  include?: readonly number[] | undefined;
  exclude?: readonly number[];
  slugs?: readonly string[] | undefined;
  parents?: readonly number[] | undefined;
  notParents?: readonly number[];
  categories?: readonly number[] | undefined;
  notCategories?: readonly number[];
  tags?: readonly number[] | undefined;
  notTags?: readonly number[];
  /** Whether one of the categories or tags is enough. */
  isAnyTopic?: boolean;
  isSticky?: boolean | undefined;
  orderBy: ArticleOrder;
  order: "asc" | "desc";
  limit: number;
  offset: number;
}

/** What a list shows. */
export interface ListView {
  timeZone: string;
  now: Date;
  /** Whether the bodies are read. */
  withBody: boolean;
}

const time = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;

/** SQL of the id of the person who is the author `w`: the account, or the author without one. */
const personId = sql`coalesce(w.user_id, w.id)`;

/** As JSON, which is read faster than an array. */
const topicsOf = (
  kind: "category" | "tag",
) => sql`coalesce((select json_agg(t.id order by at.position) from article_topics at
  join topics t on t.id = at.topic_id where at.article_id = a.id and t.kind = ${kind}), '[]'::json)`;

const columns = ({ timeZone, now, withBody }: ListView) => sql`a.id::float8 as id, a.type, a.slug, a.title, a.excerpt,
  ${beginningWithoutExcerpt(sql`a`)} as beginning, ${withBody ? sql`a.body` : sql`''`} as body, ${statusAt(now)} as status,
  ${wallTime(sql`a.published_at`, timeZone)} as date, ${wallTime(sql`a.published_at`, "UTC")} as "dateGmt",
  ${wallTime(sql`a.updated_at`, timeZone)} as modified, ${wallTime(sql`a.updated_at`, "UTC")} as "modifiedGmt",
  coalesce((select ${personId} from authors w where w.id = a.author_id), 0)::float8 as author,
  coalesce(a.media_id, 0)::float8 as "mediaId", a.comments_open as "commentsOpen", a.is_sticky as "isSticky", a.format,
  coalesce(a.parent_id, 0)::float8 as "parentId", ${topicsOf("category")} as categories, ${topicsOf("tag")} as tags`;

function statusAt(now: Date): SQL {
  return sql`case when a.status = 'publish' and a.published_at > ${time(now)} then 'future' else a.status end`;
}

/** Lists posts or pages, in one statement. */
export async function listArticles(
  db: Database,
  filter: ArticleListFilter,
  view: ListView,
): Promise<ListPage<ListedArticle>> {
  return readPage<ListedArticle & Record<string, unknown>>(db, {
    columns: columns(view),
    from: filter.found
      ? sql`unnest(${sql.param([...filter.found])}::bigint[]) with ordinality found (id, place) join articles a using (id)`
      : sql`articles a`,
    where: conditionsOf(filter, view.now),
    order: orderOf(filter),
    limit: filter.limit,
    offset: filter.offset,
  });
}

/** Reads posts and pages by their ids, in any order, in one statement. */
export async function readArticles(db: Database, ids: readonly number[], view: ListView): Promise<ListedArticle[]> {
  const { rows } = await db.execute<ListedArticle & Record<string, unknown>>(
    sql`select ${columns(view)} from articles a where ${isAmong(sql`a.id`, ids)}`,
  );
  return rows;
}

function conditionsOf(filter: ArticleListFilter, now: Date): (SQL | undefined)[] {
  const { type, statuses, after, before, modifiedAfter, modifiedBefore, slugs, isSticky } = filter;
  const writtenBy = (ids: readonly number[]) => sql`select w.id from authors w where ${isAmong(personId, ids)}`;
  return [
    sql`a.type = ${type}`,
    // First the column, which has an index.
    sql`a.status = any(${sql.param(statuses.map((one) => (one === "future" ? "publish" : one)))}::text[])`,
    sql`${statusAt(now)} = any(${sql.param([...statuses])}::text[])`,
    after && sql`a.published_at > ${time(after)}`,
    before && sql`a.published_at < ${time(before)}`,
    modifiedAfter && sql`a.updated_at > ${time(modifiedAfter)}`,
    modifiedBefore && sql`a.updated_at < ${time(modifiedBefore)}`,
    filter.authors && sql`a.author_id in (${writtenBy(filter.authors)})`,
    filter.notAuthors?.length ? sql`(a.author_id in (${writtenBy(filter.notAuthors)})) is not true` : undefined,
    isAmong(sql`a.id`, filter.include),
    isNotAmong(sql`a.id`, filter.exclude ?? []),
    slugs && sql`a.slug = any(${sql.param([...slugs])}::text[])`,
    isAmong(sql`coalesce(a.parent_id, 0)`, filter.parents),
    isNotAmong(sql`coalesce(a.parent_id, 0)`, filter.notParents ?? []),
    isSticky === undefined ? undefined : sql`a.is_sticky = ${isSticky}`,
    topicCondition(filter),
    withoutTopics([...(filter.notCategories ?? []), ...(filter.notTags ?? [])]),
  ];
}

/** A category includes those below it. */
const withTopics = (ids: readonly number[]) => sql`exists (
  with recursive below (id) as (select unnest(${sql.param([...ids])}::bigint[])
    union select t.id from topics t join below b on t.parent_id = b.id)
  select from article_topics at join below b on b.id = at.topic_id where at.article_id = a.id)`;

function topicCondition({ categories, tags, isAnyTopic = false }: ArticleListFilter): SQL | undefined {
  const conditions = [categories, tags].flatMap((ids) => (ids ? [withTopics(ids)] : []));
  return conditions.length > 0 ? sql`(${sql.join(conditions, isAnyTopic ? sql` or ` : sql` and `)})` : undefined;
}

function withoutTopics(ids: readonly number[]): SQL | undefined {
  return ids.length > 0 ? sql`not ${withTopics(ids)}` : undefined;
}

function orderOf(filter: ArticleListFilter): SQL {
  const { orderBy, order } = filter;
  if (orderBy === "include" || orderBy === "include_slugs") return givenOrder(sql`a`, orderBy, filter);
  const columnOf: Readonly<Record<Exclude<ArticleOrder, GivenOrder>, SQL>> = {
    author: sql`a.author_id`,
    date: sql`a.published_at`,
    id: sql`a.id`,
    modified: sql`a.updated_at`,
    parent: sql`coalesce(a.parent_id, 0)`,
    relevance: filter.found ? sql`-found.place` : sql`a.published_at`,
    slug: sql`a.slug`,
    title: sql`lower(a.title)`,
  };
  const direction = order === "asc" ? sql`asc` : sql`desc`;
  return sql`${columnOf[orderBy]} ${direction}, a.id ${direction}`;
}
