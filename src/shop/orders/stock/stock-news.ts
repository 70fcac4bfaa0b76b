import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { shownRemaining, stockStatusOf } from "../../catalogue/availability.rules.ts";
import { stockFactsOf } from "../../catalogue/product-card.ts";
import type { SellableRecord } from "../../catalogue/product-record.ts";
import type { Settings } from "../../settings/setting-definitions.ts";

/**
 * What a changed stock makes wrong of what pages show: "status", whether it can be had, which listings show too; "number", how
 * many are left; or "nothing". @param taken how many have left the stock just now; less than 0: have come back
 */
export function stockNews(now: SellableRecord, taken: number, settings: Settings): "status" | "number" | "nothing" {
  const after = stockFactsOf(now);
  const before = { ...after, stockQuantity: (now.stockQuantity ?? 0) + taken };
  if (stockStatusOf(before) !== stockStatusOf(after)) return "status";
  return shownRemaining(before, settings) === shownRemaining(after, settings) ? "nothing" : "number";
}

/** A variable product, some of whose variations have changed their status, is in stock as long as one of them is. */
export async function renewParents(db: Database, parentIds: readonly number[]): Promise<void> {
  if (parentIds.length === 0) return;
  await db.execute(sql`update products p set stock_status = coalesce((
      select v.stock_status from products v where v.parent_id = p.id and v.status = 'publish'
      order by array_position(array['instock', 'onbackorder', 'outofstock'], v.stock_status) limit 1), 'outofstock')
    where p.id in ${parentIds} and not p.manages_stock`);
}
