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
  /** How many orders one statement sums up; by default a few seconds' work. */
  ordersAtOnce?: number;
}

type Row = Omit<SourceSum, "name" | "currency" | "isRefused"> & {
  told: Attribution & { refused?: true };
  code: string;
  minorUnit: number;
};

/** Lists where orders came from, the most revenue first. */
export async function listOrderSources(
  db: Database,
  { by, since = new Date(0), ordersAtOnce = 1_000_000 }: SourcesReport,
  settings: Settings,
): Promise<SourceSum[]> {
  const sums = new Map<string, SourceSum>();
  for await (const row of sumOrders(db, by, since, ordersAtOnce)) {
    const name = nameOf(row.told, by);
    const key = `${row.code} ${row.told.refused ?? false} ${name}`;
    const known = sums.get(key);
    sums.set(key, known ? added(known, row) : sumOf(row, name, settings));
  }
  return [...sums.values()].sort(
    (one, other) => other.revenue - one.revenue || one.name.localeCompare(other.name, "en"),
  );
}

/** Yields the sums of one stretch of time after the other. */
async function* sumOrders(db: Database, by: SourceGrouping, since: Date, ordersAtOnce: number): AsyncGenerator<Row> {
  let from: string | null = since.toISOString();
  while (from !== null) {
    const until: string | null = await findEnd(db, from, ordersAtOnce);
    const { rows } = await db.execute<Row & Record<string, unknown>>(sumsBetween(by, from, until));
    yield* rows;
    from = until;
  }
}

/** Returns the moment before which enough orders were placed for one statement; null if there are no more. */
async function findEnd(db: Database, from: string, count: number): Promise<string | null> {
  const { rows } = await db.execute<{ until: string }>(sql`select created_at::text as until from orders
    where created_at > ${from}::timestamptz order by created_at offset ${count} limit 1`);
  return rows[0]?.until ?? null;
}

/** What an order's name is made of, for each grouping. */
const fieldsOf: Readonly<Record<SourceGrouping, readonly (keyof Attribution)[]>> = {
  source: ["origin", "sourceType", "utmSource"],
  campaign: ["utmCampaign"],
  device: ["deviceType"],
};

/** Groups by texts, which is much faster than by JSON, and makes one object for each group. */
function sumsBetween(by: SourceGrouping, from: string, until: string | null) {
  const fields = fieldsOf[by];
  const each = (write: (field: string) => string) => sql.raw(fields.map(write).join(", "));
  return sql`
    select jsonb_strip_nulls(jsonb_build_object(${each((field) => `'${field}', "${field}"`)}, 'refused', refused)) as told,
      code, "minorUnit", orders, revenue, refunds, "fromNew"
    from (select ${each((field) => `attribution->>'${field}' as "${field}"`)},
        case when attribution is null and (consent->'attribution' = 'false'
          -- Orders of earlier versions have only the answer to the shop's own question.
          or consent#>'{privacy,marketing}' = 'false') then true end as refused,
        currency as code, currency_minor_unit as "minorUnit", count(*)::int as orders, sum(total)::float8 as revenue,
        coalesce(sum(total) filter (where status = 'refunded'), 0)::float8 as refunds,
        count(first_orders.order_id)::int as "fromNew"
      from orders left join first_orders on first_orders.order_id = orders.id
      where status not in ('cancelled', 'failed') and created_at >= ${from}::timestamptz
        and (${until}::timestamptz is null or created_at < ${until}::timestamptz)
      group by ${each((field) => `"${field}"`)}, refused, code, "minorUnit") sums`;
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
  return { name, isRefused: told.refused ?? false, currency, orders, revenue, refunds, fromNew };
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
