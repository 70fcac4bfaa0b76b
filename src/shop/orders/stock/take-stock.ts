import { type SQL, sql } from "drizzle-orm";
import { type Announced, announceChange, applyAnnounced, type Tag } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";
import { Refusal } from "../../refusal.ts";
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

/** A line whose pieces are sold. */
export interface SoldLine {
  productId: number;
  name: string;
  slug: string;
  quantity: number;
  /** The product or variation whose stock is taken; null: stock is not counted. */
  stockId: number | null;
}

interface Sale {
  id: number;
  taken: number;
  sold: number;
}

interface Taken extends ChangedStock, Announced, Record<string, unknown> {
  taken: number;
}

/**
 * Takes sold pieces from stock and counts the sales in one statement. It locks rows in id order, so that orders with
 * the same products cannot deadlock, and stock never goes below zero unless backorders are allowed. Call it last in a
 * transaction, because the rows stay locked until the commit. Announces the pages that change.
 * @throws Refusal stock_insufficient with the product's name and the remaining stock; the transaction must not commit
 */
export async function takeStock(db: Database, lines: readonly SoldLine[], settings: Settings): Promise<void> {
  const sales = salesOf(lines);
  const { rows } = await executeNamed<Taken>(db, "take_stock", takeStatement(sales));
  if (rows.length < sales.length) throw await shortage(db, lines, new Set(rows.map((row) => row.now.id)));
  if (rows[0]) applyAnnounced(db, rows[0]);
  const news = new Map(
    rows.map(({ taken, ...stock }) => [stock.now.id, taken > 0 ? stockChangeOf(stock, taken, settings) : "nothing"]),
  );
  const idsOf = (...kinds: string[]) => new Set([...news].flatMap(([id, kind]) => (kinds.includes(kind) ? [id] : [])));
  const withNewStatus = idsOf("status");
  const parents = lines.filter((line) => line.stockId !== line.productId && withNewStatus.has(line.stockId ?? 0));
  await updateParentStatus(
    db,
    parents.map((line) => line.productId),
  );
  await announceChange(db, tagsOf(lines, idsOf("status", "number"), withNewStatus.size > 0));
}

/** Adds up pieces per stock and sales per product. */
function salesOf(lines: readonly SoldLine[]): Sale[] {
  const sales = new Map<number, Sale>();
  const saleOf = (id: number) => {
    const sale = sales.get(id) ?? { id, taken: 0, sold: 0 };
    sales.set(id, sale);
    return sale;
  };
  for (const line of lines) {
    saleOf(line.productId).sold += line.quantity;
    if (line.stockId !== null) saleOf(line.stockId).taken += line.quantity;
  }
  return [...sales.values()];
}

function takeStatement(sales: readonly Sale[]): SQL {
  return sql`with sale as (select * from jsonb_to_recordset(${JSON.stringify(sales)}::jsonb) as w(id bigint, taken int, sold int)),
    locked as (${lockedStock(sql`select id from sale`)}),
    changed as (update products p set
      total_sales = p.total_sales + sale.sold,
      stock_quantity = case when sale.taken > 0 then p.stock_quantity - sale.taken else p.stock_quantity end,
      stock_status = case when sale.taken = 0 then p.stock_status
        else ${statusWith(sql`p.stock_quantity - sale.taken`)} end
    from sale join locked on locked.id = sale.id
    where p.id = sale.id
      and (sale.taken = 0 or p.manages_stock and (p.backorders <> 'no' or p.stock_quantity >= sale.taken))
    returning sale.taken, ${changedStockColumns}, ${limitColumns(sql`sale.taken`)}),
    ${announcingLimits}
    select changed.taken, changed.now, changed.parent, changed.sharers, announced.tags, announced.xid from changed, announced`;
}

async function shortage(db: Database, lines: readonly SoldLine[], served: ReadonlySet<number>): Promise<Refusal> {
  const line = lines.find((one) => !served.has(one.stockId ?? one.productId)) ?? lines[0];
  if (!line) return new Refusal("cart_empty");
  const { rows } = await db.execute<{ left: number }>(
    sql`select greatest(stock_quantity, 0) as left from products where id = ${line.stockId ?? line.productId}`,
  );
  return new Refusal("stock_insufficient", { name: line.name, slug: line.slug, remaining: rows[0]?.left ?? 0 });
}

/** Returns the tags of the products' pages, and of all listings if a stock status changed. */
function tagsOf(lines: readonly SoldLine[], changed: ReadonlySet<number>, isListingTouched: boolean): Tag[] {
  const shown = lines.filter((line) => line.stockId !== null && changed.has(line.stockId));
  const ids = new Set(shown.map((line) => line.productId));
  const tags: Tag[] = [...ids].map((id) => `product:${id}` as const);
  return isListingTouched ? [...tags, "products"] : tags;
}
