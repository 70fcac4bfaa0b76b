import { sql } from "drizzle-orm";
import { announceChange, type Tag } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { type SellableRecord, sellableJson } from "../../catalogue/product-record.ts";
import type { Settings } from "../../settings/setting-definitions.ts";
import { stockChangeOf, updateParentStatus } from "./stock-change.ts";

interface Returned {
  parent: number | null;
  returned: number;
  now: SellableRecord;
}

/**
 * Returns an order's stock and subtracts its sales in one statement, which locks rows in id order like `takeStock`.
 * Call it last in a transaction. Announces the pages that change.
 */
export async function returnStock(db: Database, orderId: number, settings: Settings): Promise<void> {
  const { rows } = await db.execute<Returned & Record<string, unknown>>(sql`
    with part as (
        select product_id as id, quantity as sold, 0 as taken from order_lines where order_id = ${orderId}
        union all select stock_product_id, 0, stock_taken from order_lines where order_id = ${orderId}),
      back as (select id, sum(sold)::int as sold, sum(taken)::int as taken from part where id is not null group by id),
      held as (select id from products where id in (select id from back) order by id for no key update)
    update products p set
      total_sales = greatest(p.total_sales - back.sold, 0),
      stock_quantity = case when p.manages_stock then p.stock_quantity + back.taken else p.stock_quantity end,
      stock_status = case when not p.manages_stock or back.taken = 0 then p.stock_status
        when p.backorders <> 'no' then case when p.stock_quantity + back.taken > 0 then 'instock' else 'onbackorder' end
        when p.stock_quantity + back.taken >= case when p.sold_individually then 1 else greatest(p.min_quantity, 1) end
        then 'instock' else p.stock_status end
    from back join held on held.id = back.id
    where p.id = back.id
    returning p.parent_id as parent, case when p.manages_stock then back.taken else 0 end as returned, ${sellableJson("p")} as now`);
  const changed = rows.flatMap(({ parent, returned, now }) => {
    const news = returned > 0 ? stockChangeOf(now, -returned, settings) : "nothing";
    return news === "nothing" ? [] : [{ parent, id: now.id, hasNewStatus: news === "status" }];
  });
  const withNewStatus = changed.filter(({ hasNewStatus }) => hasNewStatus);
  await updateParentStatus(
    db,
    withNewStatus.flatMap(({ parent }) => parent ?? []),
  );
  const tags = changed.map(({ id, parent }): Tag => `product:${parent ?? id}`);
  await announceChange(db, withNewStatus.length > 0 ? [...tags, "products"] : tags);
}
