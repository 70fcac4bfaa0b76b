import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { contains, isAmong, isNotAmong, type ListPage, readPage, wallTime } from "#db/read-page.ts";
import { showsOnHomePage } from "./media.ts";
import type { Rendition } from "./picture.ts";

/** A picture of the library. */
export interface ListedMedia {
  id: number;
  file: string;
  mediaType: string;
  width: number;
  height: number;
  byteSize: number;
  alt: string;
  title: string;
  caption: string;
  description: string;
  /** "2026-11-26T10:00:00", in the shop's time zone and in UTC. */
  date: string;
  dateGmt: string;
  /** The user who uploaded it; 0 for none. */
  uploadedBy: number;
  /** The article or page that it was uploaded for; null for none. */
  articleId: number | null;
  /** The moment of the last change of its texts. */
  changed: string;
  changedGmt: string;
  renditions: readonly Rendition[];
}

export type MediaOrder = "date" | "id" | "include" | "slug" | "title";

export interface MediaFilter {
  search?: string | undefined;
  after?: Date | undefined;
  before?: Date | undefined;
  include?: readonly number[] | undefined;
  exclude?: readonly number[];
  mediaType?: string | undefined;
  uploadedBy?: readonly number[] | undefined;
  articles?: readonly number[] | undefined;
  orderBy: MediaOrder;
  order: "asc" | "desc";
  limit: number;
  offset: number;
}

export interface MediaView {
  timeZone: string;
  now: Date;
  /** Whether to show only what everybody may know: pictures that something published shows, published articles and their authors. */
  isPublic: boolean;
}

const changedAt = sql`coalesce(m.changed_at, m.created_at)`;

const isPublished = (now: Date) => sql`(a.status = 'publish' and a.published_at <= ${now.toISOString()}::timestamptz)`;

/** SQL: the user who uploaded the picture `m`. Everybody may know of those whom published articles name. */
const uploader = ({ isPublic, now }: MediaView) =>
  isPublic
    ? sql`(select m.uploaded_by where exists (select from articles a join authors w on w.id = a.author_id
        where w.user_id = m.uploaded_by and ${isPublished(now)}))`
    : sql`m.uploaded_by`;

/** SQL: the article or page that the picture `m` was uploaded for. */
const article = ({ isPublic, now }: MediaView) =>
  isPublic ? sql`(select a.id from articles a where a.id = m.article_id and ${isPublished(now)})` : sql`m.article_id`;

const columns = (view: MediaView) => sql`m.id::float8 as id, m.file, m.media_type as "mediaType", m.width, m.height,
  ${wallTime(changedAt, view.timeZone)} as changed, ${wallTime(changedAt, "UTC")} as "changedGmt",
  coalesce(${uploader(view)}, 0)::float8 as "uploadedBy", ${article(view)}::float8 as "articleId",
  m.byte_size as "byteSize", m.alt, m.title, m.caption, m.description, m.renditions, ${wallTime(sql`m.created_at`, view.timeZone)} as date, ${wallTime(sql`m.created_at`, "UTC")} as "dateGmt"`;

/** SQL: a published article or product, a category, an author, an approved review or the home page shows the picture `m`. */
const isShown = (now: Date) => sql`(
  exists (select from articles a where a.media_id = m.id and ${isPublished(now)})
  or exists (select from product_media pm join products p on p.id = pm.product_id where pm.media_id = m.id and p.status = 'publish')
  or exists (select from categories c where c.media_id = m.id)
  or exists (select from authors w where w.media_id = m.id)
  or exists (select from review_pictures rp join reviews r on r.id = rp.review_id where rp.media_id = m.id and r.status = 'approved')
  or exists (select from settings where ${showsOnHomePage(sql`m.id`)}))`;

/** Lists pictures, in one statement. */
export async function listMedia(db: Database, filter: MediaFilter, view: MediaView): Promise<ListPage<ListedMedia>> {
  const { search = "", after, before, include, exclude = [], mediaType, limit, offset } = filter;
  return readPage<ListedMedia & Record<string, unknown>>(db, {
    columns: columns(view),
    from: sql`media m`,
    where: [
      view.isPublic ? isShown(view.now) : undefined,
      contains(sql`concat_ws(' ', m.title, m.alt, m.caption, m.description, m.file)`, search),
      after && sql`m.created_at > ${after.toISOString()}::timestamptz`,
      before && sql`m.created_at < ${before.toISOString()}::timestamptz`,
      isAmong(sql`m.id`, include),
      isNotAmong(sql`m.id`, exclude),
      isAmong(uploader(view), filter.uploadedBy),
      isAmong(article(view), filter.articles),
      mediaType === undefined ? undefined : sql`m.media_type = ${mediaType}`,
    ],
    order: orderOf(filter),
    limit,
    offset,
  });
}

/** Reads pictures by their ids, in any order, in one statement. */
export async function readMedia(db: Database, ids: readonly number[], view: MediaView): Promise<ListedMedia[]> {
  const { rows } = await db.execute<ListedMedia & Record<string, unknown>>(
    sql`select ${columns(view)} from media m where ${isAmong(sql`m.id`, ids)} and ${view.isPublic ? isShown(view.now) : sql`true`}`,
  );
  return rows;
}

function orderOf({ orderBy, order, include = [] }: MediaFilter): SQL {
  const direction = order === "asc" ? sql`asc` : sql`desc`;
  const columnOf: Readonly<Record<MediaOrder, SQL>> = {
    date: sql`m.created_at`,
    id: sql`m.id`,
    include: sql`array_position(${sql.param([...include])}::bigint[], m.id)`,
    // Slugs begin with the title.
    slug: sql`lower(m.title)`,
    title: sql`m.title`,
  };
  return orderBy === "include"
    ? sql`${columnOf.include}, m.id`
    : sql`${columnOf[orderBy]} ${direction}, m.id ${direction}`;
}
