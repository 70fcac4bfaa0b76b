import { sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import type { Settings } from "../../settings/setting-definitions.ts";
import {
  type ChangedStock,
  changedStockColumns,
  lockedStock,
  statusWith,
  stockChangeOf,
  tagsFor,
  updateParentStatus,
} from "./stock-change.ts";

interface Returned extends ChangedStock {
  returned: number;
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
      locked as (${lockedStock(sql`select id from back`)})
    update products p set
      total_sales = greatest(p.total_sales - back.sold, 0),
      stock_quantity = case when p.manages_stock then p.stock_quantity + back.taken else p.stock_quantity end,
      stock_status = case when not p.manages_stock or back.taken = 0 then p.stock_status
        else ${statusWith(sql`p.stock_quantity + back.taken`)} end
    from back join locked on locked.id = back.id
    where p.id = back.id
    returning case when p.manages_stock then back.taken else 0 end as returned, ${changedStockColumns}`);
  const changed = rows.flatMap(({ returned, ...stock }) => {
    const news = returned > 0 ? stockChangeOf(stock, -returned, settings) : "nothing";
    return [{ parent: stock.parent?.id, id: stock.now.id, news }];
  });
  const withNewStatus = changed.filter(({ news }) => news === "status");
  await updateParentStatus(
    db,
    withNewStatus.flatMap(({ parent }) => parent ?? []),
  );
  const tags = changed.flatMap(({ id, parent, news }) => tagsFor(parent ?? id, news));
  await announceChange(db, withNewStatus.length > 0 ? [...tags, "products"] : tags);
}
