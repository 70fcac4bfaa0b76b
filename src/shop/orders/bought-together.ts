import { sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";

/** Orders of this many days count. */
const days = 365;

/** Fewer common orders say nothing. */
const leastOrders = 2;

/** Products kept for each product; a page shows those of them that are in stock. */
const kept = 8;

/** Orders with more products are wholesale: they say little about what belongs together. */
const mostProducts = 20;

/**
 * Counts which products were bought together in processed orders, and announces the products whose list changed. Safe to run
 * twice.
 */
export async function countBoughtTogether(db: Database, now: Date): Promise<void> {
  const since = new Date(now.getTime() - days * 86_400_000).toISOString();
  await inTransaction(db, async (db) => {
    const { rows } = await db.execute<{ id: number }>(sql`
      with lines as materialized (
        select distinct l.order_id, l.product_id from order_lines l join orders o on o.id = l.order_id
        where o.status in ('processing', 'completed') and o.created_at >= ${since}::timestamptz and l.product_id is not null),
      counted as (select order_id from lines group by 1 having count(*) between 2 and ${mostProducts}),
      pairs as (
        select a.product_id, b.product_id as other_id, count(*)::int as order_count
        from counted c join lines a using (order_id) join lines b using (order_id)
        where a.product_id <> b.product_id group by 1, 2 having count(*) >= ${leastOrders}),
      best as materialized (
        select product_id, other_id, order_count from (
          select *, row_number() over (partition by product_id order by order_count desc, other_id) as place from pairs) ranked
        where place <= ${kept}),
      gone as (
        delete from bought_together t where not exists (
          select from best b where b.product_id = t.product_id and b.other_id = t.other_id) returning t.product_id),
      put as (
        insert into bought_together as t (product_id, other_id, order_count) select * from best
        on conflict (product_id, other_id) do update set order_count = excluded.order_count
        where t.order_count <> excluded.order_count returning t.product_id, xmax = 0 as is_new)
      select product_id as id from gone union select product_id from put where is_new`);
    await announceChange(
      db,
      rows.map(({ id }) => `product:${id}` as const),
    );
  });
}
