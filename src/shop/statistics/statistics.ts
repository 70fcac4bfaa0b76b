import type { Writable } from "node:stream";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { writeCsv } from "../orders/write-csv.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { countVisitNames, type NamedVisits } from "./visit-names.ts";

/** Kinds of pages, as they are counted. */
export type PageKind = "home" | "listing" | "search" | "product" | "cart" | "checkout" | "order-received" | "other";

/** Something that happened a number of times. Contains nothing about the visitor but the kind of device. */
export interface Statistic {
  /** A view of a page, or an addition to the cart. */
  event: PageKind | "add";
  /** The product page's slug; "" for other events. */
  slug: string;
  /** The product added to the cart; 0 for other events. */
  productId: number;
  /** How the visit began with this page; "" if it did not. */
  source: "utm" | "organic" | "referral" | "typein" | "";
  isMobile: boolean;
  times: number;
}

/** What was counted since the last write. */
export interface Counted {
  statistics: readonly Statistic[];
  names: readonly NamedVisits[];
}

/**
 * Adds to the sums of a day ("2026-11-26"), all or nothing. Products that do not exist are not told apart, so a day's rows are
 * bounded.
 */
export async function countStatistics(db: Database, { statistics, names }: Counted, day: string): Promise<void> {
  if (statistics.length === 0) return;
  await inTransaction(db, async (db) => {
    await addStatistics(db, statistics, day);
    await countVisitNames(db, names, day);
  });
}

async function addStatistics(db: Database, counted: readonly Statistic[], day: string): Promise<void> {
  await db.execute(sql`
    insert into shop_statistics as known (day, event, product_id, source, is_mobile, times)
    select ${day}::date, g.event, coalesce(p.id, 0), g.source, g."isMobile", sum(g.times)
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb)
      as g (event text, slug text, "productId" bigint, source text, "isMobile" boolean, times bigint)
    left join products p on p.slug = nullif(g.slug, '') or p.id = nullif(g."productId", 0)
    group by 2, 3, 4, 5 order by 2, 3, 4, 5
    on conflict (day, event, product_id, source, is_mobile) do update set times = known.times + excluded.times`);
}

/** Sums since a day. */
export interface Funnel extends Record<string, unknown> {
  visits: number;
  mobileVisits: number;
  views: number;
  productViews: number;
  searches: number;
  adds: number;
  checkouts: number;
}

/** Sums the counts since a day ("2026-11-26"). */
export async function sumFunnel(db: Database, since: string): Promise<Funnel> {
  const sum = (condition: string) => sql.raw(`coalesce(sum(times) filter (where ${condition}), 0)::float8`);
  const { rows } = await db.execute<Funnel>(sql`
    select ${sum("source <> ''")} as visits, ${sum("source <> '' and is_mobile")} as "mobileVisits",
      ${sum("event <> 'add'")} as views, ${sum("event = 'product'")} as "productViews",
      ${sum("event = 'search'")} as searches, ${sum("event = 'add'")} as adds, ${sum("event = 'checkout'")} as checkouts
    from shop_statistics where day >= ${since}::date`);
  const [funnel] = rows;
  if (!funnel) throw new Error("A sum without groups has one row");
  return funnel;
}

/** Sums of a day. */
export interface DaySums extends Record<string, unknown> {
  /** In UTC: "2026-11-26". */
  day: string;
  visits: number;
  views: number;
  adds: number;
  /** Without cancelled and failed ones. */
  orders: number;
}

/** Lists the days since one ("2026-11-26") on which anything happened, in order. */
export async function listDays(db: Database, since: string): Promise<DaySums[]> {
  const { rows } = await db.execute<DaySums>(sql`
    select day::text, coalesce(visits, 0)::float8 as visits, coalesce(views, 0)::float8 as views,
      coalesce(adds, 0)::float8 as adds, coalesce(orders, 0)::float8 as orders
    from (select day, sum(times) filter (where source <> '') as visits, sum(times) filter (where event <> 'add') as views,
        sum(times) filter (where event = 'add') as adds
      from shop_statistics where day >= ${since}::date group by 1) counted
    full join (select day, sum(orders) as orders from current_order_sums where day >= ${since}::date
      group by 1 having sum(orders) <> 0) placed using (day)
    order by day`);
  return rows;
}

/** Lists how many visits began in which way, the most frequent first. */
export async function listVisitSources(db: Database, since: string): Promise<{ source: string; visits: number }[]> {
  const { rows } = await db.execute<{ source: string; visits: number }>(sql`
    select source, sum(times)::float8 as visits from shop_statistics
    where day >= ${since}::date and source <> '' group by 1 order by 2 desc, 1`);
  return rows;
}

/** Lists the most viewed products. A deleted one has no name. */
export async function listViewedProducts(db: Database, since: string, most: number) {
  const { rows } = await db.execute<{ name: string | null; views: number; adds: number }>(sql`
    select p.name, s.views, s.adds from (
      select product_id, coalesce(sum(times) filter (where event = 'product'), 0)::float8 as views,
        coalesce(sum(times) filter (where event = 'add'), 0)::float8 as adds
      from shop_statistics where day >= ${since}::date and product_id > 0 group by 1) s
    left join products p on p.id = s.product_id order by s.views desc, s.adds desc, s.product_id limit ${most}`);
  return rows;
}

/** Writes the sums as CSV, a row for each day, event, product, source and kind of device. @returns the number of rows */
export async function exportStatistics(db: Database, since: string, target: Writable): Promise<number> {
  const count = { rows: 0 };
  await writeCsv(db, target, ["day", "event", "product_id", "source", "device", "times"], async function* (db) {
    const { rows } = await db.execute<Record<"day" | "event" | "id" | "source" | "device" | "times", string>>(sql`
      select day::text, event, nullif(product_id, 0)::text as id, source, times::text,
        case when is_mobile then 'mobile' else 'desktop' end as device
      from shop_statistics where day >= ${since}::date order by day, event, product_id, source, is_mobile`);
    count.rows = rows.length;
    for (const { day, event, id, source, device, times } of rows) yield [day, event, id ?? "", source, device, times];
  });
  return count.rows;
}

/** Deletes sums older than `statistics_days`. @returns how many rows, at most `limit` */
export async function deleteOldStatistics(
  db: Database,
  { statistics_days: days }: Settings,
  now: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from shop_statistics where ctid in (select ctid from shop_statistics
      where day < (${now.toISOString()}::timestamptz at time zone 'UTC')::date - ${days}::int limit ${limit})`);
  return rowCount ?? 0;
}
