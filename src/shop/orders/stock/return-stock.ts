import { sql } from "drizzle-orm";
import { type Announced, announceChange, applyAnnounced, type Tag } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import type { Settings } from "../../settings/setting-definitions.ts";
import {
  announcingLimits,
  type ChangedStock,
  changedStockColumns,
  limitColumns,
  lockedStock,
  statusWith,
  stockChangeOf,
  updateParentStatus,
} from "./stock-change.ts";

interface Returned extends ChangedStock, Announced, Record<string, unknown> {
  returned: number;
}

/**
 * Returns an order's stock and subtracts its sales in one statement, which locks rows in id order like `takeStock`.
 * Call it last in a transaction. Announces the pages that change.
 */
export async function returnStock(db: Database, orderId: number, settings: Settings): Promise<void> {
  const { rows } = await db.execute<Returned>(sql`
    with part as (
        select product_id as id, quantity as sold, 0 as taken from order_lines where order_id = ${orderId}
        union all select stock_product_id, 0, stock_taken from order_lines where order_id = ${orderId}),
      back as (select id, sum(sold)::int as sold, sum(taken)::int as taken from part where id is not null group by id),
      locked as (${lockedStock(sql`select id from back`)}),
      changed as (update products p set
      total_sales = greatest(p.total_sales - back.sold, 0),
      stock_quantity = case when p.manages_stock then p.stock_quantity + back.taken else p.stock_quantity end,
      stock_status = case when not p.manages_stock or back.taken = 0 then p.stock_status
        else ${statusWith(sql`p.stock_quantity + back.taken`)} end
    from back join locked on locked.id = back.id
    where p.id = back.id
    returning case when p.manages_stock then back.taken else 0 end as returned, ${changedStockColumns},
      ${limitColumns(sql`back.taken`)}),
      ${announcingLimits}
    select changed.returned, changed.now, changed.parent, changed.sharers, announced.tags, announced.xid from changed, announced`);
  if (rows[0]) applyAnnounced(db, rows[0]);
  const changed = rows.flatMap(({ returned, ...stock }) => {
    const news = returned > 0 ? stockChangeOf(stock, -returned, settings) : "nothing";
    if (news === "nothing") return [];
    return [{ parent: stock.parent?.id, id: stock.now.id, hasNewStatus: news === "status" }];
  });
  const withNewStatus = changed.filter(({ hasNewStatus }) => hasNewStatus);
  await updateParentStatus(
    db,
    withNewStatus.flatMap(({ parent }) => parent ?? []),
  );
  const tags = changed.map(({ id, parent }): Tag => `product:${parent ?? id}`);
  await announceChange(db, withNewStatus.length > 0 ? [...tags, "products"] : tags);
}
