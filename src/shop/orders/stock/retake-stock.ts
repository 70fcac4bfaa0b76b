import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { Settings } from "../../settings/setting-definitions.ts";
import { type SoldLine, takeStock } from "./take-stock.ts";

/**
 * Takes the stock of a reopened order again, for products that still exist, and records the quantities. Call it last in
 * a transaction.
 * @throws Refusal stock_insufficient; the transaction must not commit
 */
export async function retakeStock(db: Database, orderId: number, settings: Settings): Promise<void> {
  const { rows } = await db.execute<SoldLine & Record<string, unknown>>(sql`
    with line as (
      select l.position, l.product_id, l.name, l.quantity, s.id as stock_id
      from order_lines l left join products s on s.id = l.stock_product_id and s.manages_stock
      where l.order_id = ${orderId} and l.product_id is not null
    ), noted as (
      update order_lines l set stock_taken = case when line.stock_id is null then 0 else l.quantity end
      from line where l.order_id = ${orderId} and l.position = line.position
    )
    select p.id as "productId", line.name, p.slug, line.quantity, line.stock_id as "stockId"
    from line join products p on p.id = line.product_id order by line.position`);
  if (rows.length > 0) await takeStock(db, rows, settings);
}
