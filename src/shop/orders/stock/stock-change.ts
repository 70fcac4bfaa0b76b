import { type SQL, sql } from "drizzle-orm";
import type { Tag } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { shownRemaining, stockStatusOf, variationLimit } from "../../catalogue/availability.rules.ts";
import { inheriting, stockFactsOf } from "../../catalogue/product-card.ts";
import { type SellableRecord, sellableJson } from "../../catalogue/product-record.ts";
import type { Settings } from "../../settings/setting-definitions.ts";

/** A product or variation whose stock has just changed. */
export interface ChangedStock {
  now: SellableRecord;
  /** A variation's product. */
  parent: SellableRecord | null;
  /** Published variations that are sold from this stock. */
  sharers: SellableRecord[] | null;
}

/**
 * SQL that locks the `products` rows with these ids in id order, and reads the minimum quantity of an order and the
 * parent of each.
 */
export function lockedStock(ids: SQL): SQL {
  return sql`select p.id, case when parent.id is not null then ${sellableJson("parent")} end as parent,
      case when coalesce(parent.sold_individually, p.sold_individually) then 1
        else greatest(coalesce(p.min_quantity, parent.min_quantity), 1) end as minimum
    from products p left join products parent on parent.id = p.parent_id
    where p.id in (${ids}) order by p.id for no key update of p`;
}

/** SQL of the stock status of `products p` with `left` pieces; `locked` is its row of `lockedStock`. See `stockStatusOf`. */
export function statusWith(left: SQL): SQL {
  return sql`case when p.backorders <> 'no' then case when ${left} > 0 then 'instock' else 'onbackorder' end
    when ${left} >= locked.minimum then 'instock' else 'outofstock' end`;
}

/** SQL of the columns of a ChangedStock, to be returned by an update of `products p` joined with `locked`. */
export const changedStockColumns = sql`${sellableJson("p")} as now, locked.parent,
  case when p.type = 'variable' and p.manages_stock then (select json_agg(${sellableJson("v")}) from products v
    where v.parent_id = p.id and v.status = 'publish' and not v.manages_stock) end as sharers`;

/** What a stock change makes outdated, from the most to the least. */
const stockNews = ["status", "number", "limit", "nothing"] as const;

type StockNews = (typeof stockNews)[number];

/**
 * Returns what a stock change makes outdated: "status": availability, which listings show too; "number": the number left; "limit":
 * only how many pieces of a variation can be ordered, which its product's page tells scripts; or "nothing".
 * @param taken how many pieces have just left the stock; negative: returned
 */
export function stockChangeOf({ now, parent, sharers }: ChangedStock, taken: number, settings: Settings): StockNews {
  const newsOf = (sold: SellableRecord, isVariation: boolean): StockNews => {
    const after = stockFactsOf(sold);
    const before = { ...after, stockQuantity: (after.stockQuantity ?? 0) + taken };
    if (stockStatusOf(before) !== stockStatusOf(after)) return "status";
    if (shownRemaining(before, settings) !== shownRemaining(after, settings)) return "number";
    return isVariation && variationLimit(before) !== variationLimit(after) ? "limit" : "nothing";
  };
  const news = [
    parent ? newsOf(inheriting(now, parent), true) : newsOf(now, false),
    ...(sharers ?? []).map((sharer) => newsOf(inheriting(sharer, now), true)),
  ];
  return stockNews.find((kind) => news.includes(kind)) ?? "nothing";
}

/** Returns the tag of the pages of a product whose stock, or that of a variation, has changed; none for "nothing". */
export function tagsFor(productId: number, news: StockNews): Tag[] {
  if (news === "nothing") return [];
  return news === "limit" ? [`stock:${productId}`] : [`product:${productId}`];
}

/** Sets the stock status of variable products from their variations: in stock while one of them is. */
export async function updateParentStatus(db: Database, parentIds: readonly number[]): Promise<void> {
  if (parentIds.length === 0) return;
  await db.execute(sql`update products p set stock_status = coalesce((
      select v.stock_status from products v where v.parent_id = p.id and v.status = 'publish'
      order by array_position(array['instock', 'onbackorder', 'outofstock'], v.stock_status) limit 1), 'outofstock')
    where p.id in ${parentIds} and not p.manages_stock`);
}
