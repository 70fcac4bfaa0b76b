import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { contains, isAmong, isNotAmong, type ListPage, readPage } from "#db/read-page.ts";
import { foundBy } from "./list-articles.ts";

/** A post, page, category or tag that a search finds. */
export interface FoundItem {
  id: number;
  kind: "post" | "page" | "category" | "tag";
  title: string;
  slug: string;
}

interface ItemSearch<Kind extends FoundItem["kind"]> {
  /** "" for all. */
  search: string;
  kinds: readonly Kind[];
  include: readonly number[] | undefined;
  exclude: readonly number[];
  limit: number;
  offset: number;
}

type Row = FoundItem & Record<string, unknown>;

/** Finds published posts and pages, those with the search in their titles first, in one statement. */
export async function searchArticles(
  db: Database,
  { search, kinds, include, exclude, limit, offset }: ItemSearch<"post" | "page">,
  now: Date,
): Promise<ListPage<FoundItem>> {
  return readPage<Row>(db, {
    columns: sql`a.id::float8 as id, a.type as kind, a.title, a.slug`,
    from: sql`articles a`,
    where: [
      sql`a.type = any(${sql.param([...kinds])}::text[])`,
      sql`a.status = 'publish' and a.published_at <= ${now.toISOString()}::timestamptz`,
      search === "" ? undefined : foundBy(search),
      isAmong(sql`a.id`, include),
      isNotAmong(sql`a.id`, exclude),
    ],
    order: sql`(position(search_text(${search}) in search_text(a.title)) > 0) desc, a.published_at desc, a.id desc`,
    limit,
    offset,
  });
}

/** Finds categories and tags by name, in one statement. */
export async function searchTopics(
  db: Database,
  { search, kinds, include, exclude, limit, offset }: ItemSearch<"category" | "tag">,
): Promise<ListPage<FoundItem>> {
  return readPage<Row>(db, {
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
