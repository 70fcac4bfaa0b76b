import type { Writable } from "node:stream";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { type Amount, type Currency, fractionOf, toDecimal } from "#platform/money.ts";
import { type Attribution, originLabel } from "../attribution/attribution.rules.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { orderCurrency } from "./orders.ts";
import { writeCsv } from "./write-csv.ts";

/** What orders are grouped by: the campaign's name, the source for people, or the kind of device. */
export const sourceGroupings = ["source", "campaign", "device"] as const;
export type SourceGrouping = (typeof sourceGroupings)[number];

/** The orders from one source, in one currency; without cancelled and failed ones. */
export interface SourceSum {
  /** "" where it is unknown or not recorded. */
  name: string;
  /** Whether it was not recorded because the buyers refused consent or gave none. */
  isRefused: boolean;
  currency: Currency;
  orders: number;
  /** Sum of the orders' totals, including refunded ones. */
  revenue: Amount;
  /** The part of it that was refunded. */
  refunds: Amount;
  /** First orders: the buyer, by account, phone number and email address, had no other when it was placed. */
  fromNew: number;
}

export interface SourcesReport {
  by: SourceGrouping;
  /** Orders placed since then. */
  since: Date | undefined;
}

type Row = Omit<SourceSum, "name" | "currency" | "isRefused"> & {
  told: Attribution & { refused?: "true" };
  code: string;
  minorUnit: number;
};

/** Lists where orders came from, the most revenue first. */
export async function listOrderSources(
  db: Database,
  { by, since = new Date(0) }: SourcesReport,
  settings: Settings,
): Promise<SourceSum[]> {
  const sums = new Map<string, SourceSum>();
  const { rows } = await db.execute<Row & Record<string, unknown>>(sumsSince(by, since));
  for (const row of rows) {
    const name = nameOf(row.told, by);
    const key = `${row.code} ${row.minorUnit} ${row.told.refused} ${name}`;
    const known = sums.get(key);
    sums.set(key, known ? added(known, row) : sumOf(row, name, settings));
  }
  return [...sums.values()].sort(
    (one, other) => other.revenue - one.revenue || one.name.localeCompare(other.name, "en"),
  );
}

/** What an order's name is made of, for each grouping. */
const fieldsOf: Readonly<Record<SourceGrouping, readonly (keyof Attribution)[]>> = {
  source: ["origin", "sourceType", "utmSource"],
  campaign: ["utmCampaign"],
  device: ["deviceType"],
};

/**
 * Sums up the stored sums of whole days, and the orders of the first day if it counts only in part. Groups by texts, which is
 * much faster than by JSON, and makes one object for each group.
 */
function sumsSince(by: SourceGrouping, since: Date) {
  const fields = [...fieldsOf[by], "refused"];
  const each = (write: (field: string) => string) => sql.raw(fields.map(write).join(", "));
  const columns = sql.raw("source, currency, currency_minor_unit, orders, revenue, refunds, from_new");
  return sql`
    with start as (select moment, (moment at time zone 'UTC' + interval '23:59:59.999999')::date as first_whole_day
      from (select ${since.toISOString()}::timestamptz as moment) given),
    parts as (
      select ${columns} from current_order_sums where day >= (select first_whole_day from start)
      union all
      select ${columns} from counted_orders where created_at >= (select moment from start)
        and created_at < (select first_whole_day::timestamp at time zone 'UTC' from start)),
    sums as (
      select ${each((field) => `source->>'${field}' as "${field}"`)}, currency, currency_minor_unit, sum(orders) as orders,
        sum(revenue) as revenue, sum(refunds) as refunds, sum(from_new) as from_new
      from parts group by ${each((field) => `"${field}"`)}, currency, currency_minor_unit)
    select jsonb_strip_nulls(jsonb_build_object(${each((field) => `'${field}', "${field}"`)})) as told,
      currency as code, currency_minor_unit as "minorUnit", orders::float8, revenue::float8, refunds::float8,
      from_new::float8 as "fromNew"
    from sums where orders <> 0`;
}

/** Writes the same list as CSV. @returns the number of rows */
export async function exportOrderSources(
  db: Database,
  report: SourcesReport,
  settings: Settings,
  target: Writable,
): Promise<number> {
  const count = { rows: 0 };
  const headings = [report.by, "currency", "orders", "revenue", "refunds", "average", "from_new", "from_returning"];
  await writeCsv(db, target, headings, async function* (db) {
    for (const sum of await listOrderSources(db, report, settings)) {
      count.rows += 1;
      const { currency, orders, revenue, refunds, fromNew } = sum;
      const money = [revenue, refunds, averageOf(sum)].map((amount) => toDecimal(amount, currency));
      yield [labelOf(sum), currency.code, orders, ...money, fromNew, orders - fromNew];
    }
  });
  return count.rows;
}

/** Returns the name of the orders' source; "" where it is unknown. */
export function labelOf({ name, isRefused }: SourceSum): string {
  return isRefused ? "Not recorded (consent refused or not given)" : name;
}

/** Returns the average total of the orders. */
export function averageOf({ revenue, orders }: SourceSum): Amount {
  return fractionOf(revenue, 1, orders);
}

function nameOf(told: Row["told"], by: SourceGrouping): string {
  if (told.refused) return "";
  if (by === "campaign") return told.utmCampaign ?? "";
  if (by === "device") return told.deviceType ?? "";
  return originLabel(told);
}

function sumOf(
  { code, minorUnit, orders, revenue, refunds, fromNew, told }: Row,
  name: string,
  settings: Settings,
): SourceSum {
  const currency = orderCurrency({ currency: code, currencyMinorUnit: minorUnit }, settings);
  return { name, isRefused: told.refused !== undefined, currency, orders, revenue, refunds, fromNew };
}

function added(sum: SourceSum, { orders, revenue, refunds, fromNew }: Row): SourceSum {
  return {
    ...sum,
    orders: sum.orders + orders,
    revenue: sum.revenue + revenue,
    refunds: sum.refunds + refunds,
    fromNew: sum.fromNew + fromNew,
  };
}
