import type { Writable } from "node:stream";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { Amount } from "#platform/money.ts";
import type { Role } from "../accounts/user.ts";
import { normalisePlace } from "../delivery/address-formats.rules.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { currencyOf } from "../settings/settings.ts";
import { type Customer, customerColumns } from "./customer-columns.ts";
import type { Address } from "./order.ts";
import { isSpent, orderStatuses } from "./order-status.rules.ts";
import { orderCurrency } from "./orders.ts";
import { readPages, writeCsv } from "./write-csv.ts";

/** How many customers an export reads at once and holds in memory. */
const pageSize = 500;

interface CustomerRow extends Record<string, unknown> {
  id: number;
  email: string;
  phone: string | null;
  firstName: string;
  lastName: string;
  role: Role;
  /** Ms since 1970, like the next one. */
  registeredAt: number;
  lastOrderAt: number | null;
  billing: Address | null;
  orderCount: number;
  spent: { amount: Amount; currency: string; currencyMinorUnit: number }[];
}

/**
 * Exports all accounts as CSV, oldest first: one row each, with the usual column headings. Orders of guests belong to no
 * account and are left out.
 * @returns the number of accounts
 */
export async function exportCustomers(db: Database, settings: Settings, target: Writable): Promise<number> {
  let count = 0;
  const headings = customerColumns.map(({ heading }) => heading);
  await writeCsv(db, target, headings, async function* (db) {
    for await (const page of readPages<CustomerRow>(db, customersQuery(), pageSize)) {
      for (const row of page) {
        count += 1;
        const customer = toCustomer(row, settings);
        yield customerColumns.map(({ cellOf }) => cellOf(customer));
      }
    }
  });
  return count;
}

/** Reads each account's orders by their index, so that the first rows come at once. */
function customersQuery(): SQL {
  const spent = sql.param(orderStatuses.filter(isSpent));
  return sql`select u.id::float8 as id, u.email, u.phone, u.first_name as "firstName", u.last_name as "lastName", u.role,
      (extract(epoch from u.created_at) * 1000)::float8 as "registeredAt",
      (select address from user_addresses a where a.user_id = u.id and a.kind = 'billing') as billing,
      coalesce(bought.orders, 0)::int as "orderCount", coalesce(bought.spent, '[]'::json) as spent,
      (extract(epoch from bought.last) * 1000)::float8 as "lastOrderAt"
    from users u left join lateral (
      select sum(orders) as orders, max(last) as last,
        json_agg(json_build_object('amount', spent, 'currency', currency, 'currencyMinorUnit', currency_minor_unit)
          order by spent desc) filter (where spent is not null) as spent
      from (select currency, currency_minor_unit, count(*) as orders, max(created_at) as last,
          sum(total) filter (where status = any(${spent}::text[])) as spent
        from orders where user_id = u.id group by 1, 2) by_currency) bought on true
    order by u.id`;
}

function toCustomer(row: CustomerRow, settings: Settings): Customer {
  const { billing, spent, registeredAt, lastOrderAt } = row;
  const sums = spent.map(({ amount, ...of }) => ({ amount, currency: orderCurrency(of, settings) }));
  return {
    ...row,
    registeredAt: new Date(registeredAt),
    lastOrderAt: lastOrderAt === null ? null : new Date(lastOrderAt),
    billing: billing && normalisePlace(billing),
    spent: sums.length > 0 ? sums : [{ amount: 0, currency: currencyOf(settings) }],
  };
}
