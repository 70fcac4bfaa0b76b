import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { contains, givenOrder, isAmong, isNotAmong, type ListPage, readPage, wallTime } from "#db/read-page.ts";
import type { ReviewStatus } from "./review.ts";

/** A comment on an article, of any status. */
export interface ListedComment {
  id: number;
  articleId: number;
  articleSlug: string;
  articleType: "post" | "page";
  /** 0: it is no reply. */
  parentId: number;
  /** The author's account; 0: a guest. */
  userId: number;
  authorName: string;
  authorEmail: string;
  /** Plain text. */
  body: string;
  status: ReviewStatus;
  isStaff: boolean;
  /** "2026-11-26T10:00:00", in the shop's time zone and in UTC. */
  date: string;
  dateGmt: string;
}

export type CommentOrder = "date" | "id" | "include" | "parent" | "post";

export interface CommentListFilter {
  /** Only approved ones of published articles. */
  isPublic: boolean;
  statuses: readonly ReviewStatus[];
  search?: string | undefined;
  after?: Date | undefined;
  before?: Date | undefined;
  include?: readonly number[] | undefined;
  exclude?: readonly number[];
  articles?: readonly number[] | undefined;
  parents?: readonly number[] | undefined;
  notParents?: readonly number[];
  users?: readonly number[] | undefined;
  email?: string | undefined;
  orderBy: CommentOrder;
  order: "asc" | "desc";
  limit: number;
  offset: number;
}

interface CommentView {
  timeZone: string;
  now: Date;
}

const columns = ({
  timeZone,
}: CommentView) => sql`r.id::float8 as id, r.article_id::float8 as "articleId", a.slug as "articleSlug", a.type as "articleType",
  coalesce(r.parent_id, 0)::float8 as "parentId", coalesce(r.user_id, 0)::float8 as "userId", r.author_name as "authorName",
  r.author_email as "authorEmail", r.body, r.status, r.is_staff as "isStaff", ${wallTime(sql`r.created_at`, timeZone)} as date, ${wallTime(sql`r.created_at`, "UTC")} as "dateGmt"`;

const from = sql`reviews r join articles a on a.id = r.article_id`;

/** A reply whose thread is not approved is not shown either. */
const isShown = (
  now: Date,
) => sql`r.status = 'approved' and a.status = 'publish' and a.published_at <= ${now.toISOString()}::timestamptz
  and not exists (select from reviews above where above.id in (r.parent_id, r.thread_id) and above.status <> 'approved')`;

/** Lists comments on articles, in one statement. */
export async function listComments(
  db: Database,
  filter: CommentListFilter,
  view: CommentView,
): Promise<ListPage<ListedComment>> {
  const { statuses, search = "", after, before, include, exclude = [], email, limit, offset } = filter;
  return readPage<ListedComment & Record<string, unknown>>(db, {
    columns: columns(view),
    from,
    where: [
      filter.isPublic ? isShown(view.now) : undefined,
      sql`r.status = any(${sql.param([...statuses])}::text[])`,
      contains(sql`concat_ws(' ', r.author_name, r.body)`, search),
      after && sql`r.created_at > ${after.toISOString()}::timestamptz`,
      before && sql`r.created_at < ${before.toISOString()}::timestamptz`,
      isAmong(sql`r.id`, include),
      isNotAmong(sql`r.id`, exclude),
      isAmong(sql`r.article_id`, filter.articles),
      isAmong(sql`coalesce(r.parent_id, 0)`, filter.parents),
      isNotAmong(sql`coalesce(r.parent_id, 0)`, filter.notParents ?? []),
      isAmong(sql`r.user_id`, filter.users),
      email === undefined ? undefined : sql`lower(r.author_email) = lower(${email})`,
    ],
    order: orderOf(filter),
    limit,
    offset,
  });
}

/** Finds a comment on an article. @param isPublic whether it must be one that everybody sees */
export async function findComment(
  db: Database,
  id: number,
  isPublic: boolean,
  view: CommentView,
): Promise<ListedComment | undefined> {
  const { rows } = await db.execute<ListedComment & Record<string, unknown>>(
    sql`select ${columns(view)} from ${from} where r.id = ${id} and ${isPublic ? isShown(view.now) : sql`true`}`,
  );
  return rows[0];
}

function orderOf(filter: CommentListFilter): SQL {
  const { orderBy, order } = filter;
  if (orderBy === "include") return givenOrder(sql`r`, orderBy, filter);
  const direction = order === "asc" ? sql`asc` : sql`desc`;
  const columnOf: Readonly<Record<Exclude<CommentOrder, "include">, SQL>> = {
    date: sql`r.created_at`,
    id: sql`r.id`,
    parent: sql`coalesce(r.parent_id, 0)`,
    post: sql`r.article_id`,
  };
  return sql`${columnOf[orderBy]} ${direction}, r.id ${direction}`;
}
