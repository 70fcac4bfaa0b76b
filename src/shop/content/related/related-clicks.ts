import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";

/** Clicks on a related link: from a post or product to the page of another. */
export interface RelatedClick {
  originId: number;
  /** The page's kind and slug. */
  kind: "article" | "product";
  slug: string;
  clicks: number;
}

/** Days for which clicks are kept. */
const keptDays = 400;

/** Adds clicks to the sums of a day ("2026-11-26"). Pages that do not exist are left out. */
export async function countRelatedClicks(db: Database, clicks: readonly RelatedClick[], day: string): Promise<void> {
  if (clicks.length === 0) return;
  await db.execute(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(clicks)}::jsonb)
        as g ("originId" bigint, kind text, slug text, clicks bigint)),
    pages as (
      select id, slug, 'article' as kind from articles where slug in (select slug from given where kind = 'article')
      union all select id, slug, 'product' from products where slug in (select slug from given where kind = 'product'))
    insert into related_clicks as known (day, origin_id, target_id, clicks)
    select ${day}::date, g."originId", p.id, sum(g.clicks) from given g join pages p using (kind, slug)
    where g."originId" <> p.id and (exists (select from articles a where a.id = g."originId")
      or exists (select from products o where o.id = g."originId"))
    group by 2, 3 order by 2, 3
    on conflict (day, origin_id, target_id) do update set clicks = known.clicks + excluded.clicks`);
}

/** The clicks from one page to another. */
export interface ClickedLink extends Record<string, unknown> {
  /** Title or name; null if it was deleted. */
  origin: string | null;
  target: string | null;
  clicks: number;
}

/** Lists the most followed related links since a day ("2026-11-26"). */
export async function listRelatedClicks(db: Database, since: string, most: number): Promise<ClickedLink[]> {
  const title = (id: "origin_id" | "target_id") =>
    sql`coalesce((select title from articles where id = ${sql.raw(id)}), (select name from products where id = ${sql.raw(id)}))`;
  const { rows } = await db.execute<ClickedLink>(sql`
    select ${title("origin_id")} as origin, ${title("target_id")} as target, clicks from (
      select origin_id, target_id, sum(clicks)::float8 as clicks from related_clicks where day >= ${since}::date
      group by 1, 2 order by 3 desc, 1, 2 limit ${most}) summed order by clicks desc, origin_id, target_id`);
  return rows;
}

/** Deletes old clicks. @returns how many rows, at most `limit` */
export async function deleteOldRelatedClicks(db: Database, now: Date, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from related_clicks where (day, origin_id, target_id) in (
      select day, origin_id, target_id from related_clicks
      where day < (${now.toISOString()}::timestamptz - make_interval(days => ${keptDays}))::date limit ${limit})`);
  return rowCount ?? 0;
}
