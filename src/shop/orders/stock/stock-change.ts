import { type SQL, sql } from "drizzle-orm";
import { announcingQuietly } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { shownRemaining, stockStatusOf } from "../../catalogue/availability.rules.ts";
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

/**
 * SQL of the columns that `announcingLimits` needs, like `changedStockColumns`. Variations that share their product's stock may each
 * have a maximum of their own. @param taken how many pieces have left the stock or come back
 */
export function limitColumns(taken: SQL): SQL {
  return sql`coalesce(p.parent_id, p.id) as limited_id,
    p.type in ('variable', 'variation') and p.manages_stock and p.backorders = 'no' and ${taken} > 0
      and not coalesce((locked.parent ->> 'soldIndividually')::boolean, p.sold_individually)
      and (p.type = 'variable' or coalesce(p.max_quantity, (locked.parent ->> 'maxQuantity')::int,
        p.stock_quantity + ${taken}) > p.stock_quantity - ${taken}) as changes_limit`;
}

/**
 * SQL of CTEs that announce the products whose variation limits may have changed; only a product's own page and form show them.
 * The statement needs a CTE `changed` with the columns of `limitColumns`. It is the one that changes the stock, so that an order
 * needs no additional statement.
 */
export const announcingLimits = announcingQuietly(
  sql`select distinct 'stock:' || limited_id as tag from changed where changes_limit`,
);

type StockNews = "status" | "number" | "nothing";

/**
 * Returns what a stock change makes outdated: "status": availability, which listings show too; "number": the number
 * left; or "nothing". @param taken how many pieces have just left the stock; negative: returned
 */
export function stockChangeOf({ now, parent, sharers }: ChangedStock, taken: number, settings: Settings): StockNews {
  const sold = [parent ? inheriting(now, parent) : now, ...(sharers ?? []).map((sharer) => inheriting(sharer, now))];
  const news = sold.map((one): StockNews => {
    const after = stockFactsOf(one);
    const before = { ...after, stockQuantity: (after.stockQuantity ?? 0) + taken };
    if (stockStatusOf(before) !== stockStatusOf(after)) return "status";
    return shownRemaining(before, settings) === shownRemaining(after, settings) ? "nothing" : "number";
  });
  return (["status", "number"] as const).find((kind) => news.includes(kind)) ?? "nothing";
}

/** Sets the stock status of variable products from their variations: in stock while one of them is. */
export async function updateParentStatus(db: Database, parentIds: readonly number[]): Promise<void> {
  if (parentIds.length === 0) return;
  await db.execute(sql`update products p set stock_status = coalesce((
      select v.stock_status from products v where v.parent_id = p.id and v.status = 'publish'
      order by array_position(array['instock', 'onbackorder', 'outofstock'], v.stock_status) limit 1), 'outofstock')
    where p.id in ${parentIds} and not p.manages_stock`);
}
