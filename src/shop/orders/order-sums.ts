import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";

/**
 * Adds what the database noted about new and changed orders to the sums by day, currency and source, which reports read together
 * with what is not added yet (view `current_order_sums`). @returns how many changes, at most `limit`
 */
export async function addUpOrderSums(db: Database, limit: number): Promise<number> {
  return inTransaction(db, async (db) => {
    const { rows } = await db.execute<{ taken: number }>(sql`
      with taken as (
        delete from order_sum_changes where id in (select id from order_sum_changes order by id limit ${limit} for update)
        returning *),
      added as (
        insert into order_sums as known (day, currency, currency_minor_unit, source, orders, revenue, refunds, from_new)
        select day, currency, currency_minor_unit, source, sum(orders), sum(revenue), sum(refunds), sum(from_new)
        from taken group by 1, 2, 3, 4 having (sum(orders), sum(revenue), sum(refunds), sum(from_new)) <> (0, 0, 0, 0)
        on conflict (day, currency, currency_minor_unit, md5(source::text)) do update set orders = known.orders + excluded.orders,
          revenue = known.revenue + excluded.revenue, refunds = known.refunds + excluded.refunds,
          from_new = known.from_new + excluded.from_new)
      select count(*)::int as taken from taken`);
    const taken = rows[0]?.taken ?? 0;
    if (taken > 0)
      await db.execute(sql`delete from order_sums where (orders, revenue, refunds, from_new) = (0, 0, 0, 0)`);
    return taken;
  });
}
