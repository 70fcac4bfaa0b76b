import { sql } from "drizzle-orm";
import { announceChange, type Tag } from "#db/changes.ts";
import type { Database } from "#db/database.ts";

/**
 * Gives back to stock what an order took from it, and takes back its sales, in one statement that locks in the order of ids,
 * as taking does. Call it last in a transaction. Announces what pages show differently.
 */
export async function returnStock(db: Database, orderId: number): Promise<void> {
  const { rows } = await db.execute<{ id: number; parent: number | null; taken: number }>(sql`
    with part as (
        select product_id as id, quantity as sold, 0 as taken from order_lines where order_id = ${orderId}
        union all select stock_product_id, 0, stock_taken from order_lines where order_id = ${orderId}),
      back as (select id, sum(sold)::int as sold, sum(taken)::int as taken from part where id is not null group by id),
      held as (select id from products where id in (select id from back) order by id for no key update)
    update products p set
      total_sales = greatest(p.total_sales - back.sold, 0),
      stock_quantity = case when p.manages_stock then p.stock_quantity + back.taken else p.stock_quantity end,
      stock_status = case when p.manages_stock and back.taken > 0 and p.stock_quantity + back.taken
          >= case when p.sold_individually then 1 else greatest(p.min_quantity, 1) end
        then 'instock' else p.stock_status end
    from back join held on held.id = back.id
    where p.id = back.id
    returning p.id, p.parent_id as parent, case when p.manages_stock then back.taken else 0 end as taken`);
  const filled = rows.filter((row) => row.taken > 0);
  const parents = filled.flatMap(({ parent }) => parent ?? []);
  if (parents.length > 0)
    await db.execute(sql`update products p set stock_status = 'instock' where p.id in ${parents} and not p.manages_stock
      and exists (select from products v where v.parent_id = p.id and v.status = 'publish' and v.stock_status = 'instock')`);
  const tags = filled.map(({ id, parent }): Tag => `product:${parent ?? id}`);
  if (tags.length > 0) await announceChange(db, [...tags, "products"]);
}
