import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";

/**
 * Adds the logged changes of orders to their sums by day, currency and source. Reports read both (view `current_order_sums`).
 * @returns how many changes, at most `limit`
 */
export async function addUpOrderSums(db: Database, limit: number): Promise<number> {
  return inTransaction(db, async (db) => {
    const { rows } = await db.execute<{ taken: number; days: string | null }>(sql`
      with taken as (
        delete from order_sum_changes where id in (select id from order_sum_changes order by id limit ${limit} for update)
        returning *),
      added as (
        insert into order_sums as known (day, currency, currency_minor_unit, source, orders, revenue, refunds, from_new)
        select day, currency, currency_minor_unit, source, sum(orders), sum(revenue), sum(refunds), sum(from_new)
        from taken group by 1, 2, 3, 4 having (sum(orders), sum(revenue), sum(refunds), sum(from_new)) <> (0, 0, 0, 0)
        -- In the same order everywhere, so that two runs never wait for each other.
        order by 1, 2, 3, 4
        on conflict (day, currency, currency_minor_unit, md5(source::text)) do update set orders = known.orders + excluded.orders,
          revenue = known.revenue + excluded.revenue, refunds = known.refunds + excluded.refunds,
          from_new = known.from_new + excluded.from_new)
      select count(*)::int as taken, array_agg(distinct day)::text as days from taken`);
    const [{ taken, days } = { taken: 0, days: null }] = rows;
    await db.execute(sql`delete from order_sums
      where day = any(${days}::date[]) and (orders, revenue, refunds, from_new) = (0, 0, 0, 0)`);
    return taken;
  });
}
