import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { shownRemaining, stockStatusOf } from "../../catalogue/availability.rules.ts";
import { stockFactsOf } from "../../catalogue/product-card.ts";
import type { SellableRecord } from "../../catalogue/product-record.ts";
import type { Settings } from "../../settings/setting-definitions.ts";

/**
 * Returns what a stock change makes outdated: "status": availability, which listings show too; "number": the number
 * left; or "nothing". @param taken how many pieces have just left the stock; negative: returned
 */
export function stockChangeOf(now: SellableRecord, taken: number, settings: Settings): "status" | "number" | "nothing" {
  const after = stockFactsOf(now);
  const before = { ...after, stockQuantity: (now.stockQuantity ?? 0) + taken };
  if (stockStatusOf(before) !== stockStatusOf(after)) return "status";
  return shownRemaining(before, settings) === shownRemaining(after, settings) ? "nothing" : "number";
}

/** Sets the stock status of variable products from their variations: in stock while one of them is. */
export async function updateParentStatus(db: Database, parentIds: readonly number[]): Promise<void> {
  if (parentIds.length === 0) return;
  await db.execute(sql`update products p set stock_status = coalesce((
      select v.stock_status from products v where v.parent_id = p.id and v.status = 'publish'
      order by array_position(array['instock', 'onbackorder', 'outofstock'], v.stock_status) limit 1), 'outofstock')
    where p.id in ${parentIds} and not p.manages_stock`);
}
