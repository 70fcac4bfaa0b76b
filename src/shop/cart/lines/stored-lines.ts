import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";
import type { Amount } from "#platform/money.ts";
import type { StockStatus } from "../../catalogue/product.ts";
import type { DeliveryChoice } from "../../delivery/destination.ts";
import type { CartLineRecord } from "../totals/price-cart.ts";
import type { ChosenAttributes } from "./line-key.ts";

/** The stored part of a cart line with the current stock, without product data. */
export interface StoredLine {
  key: string;
  productId: number;
  variationId: number | null;
  quantity: number;
  chosen: ChosenAttributes;
  seenPrice: Amount | null;
  productStock: number | null;
  productStatus: StockStatus;
  variationStock: number | null;
  variationStatus: StockStatus | null;
  hasCoupons: boolean;
  delivery: DeliveryChoice | null;
}

/** Lists the stored lines of a session's cart, in the order in which they were added. One short statement. */
export async function listStoredLines(db: Database, sessionId: number): Promise<StoredLine[]> {
  const query = prepared(db, "stored_cart_lines", (db, name) =>
    db
      .select({ lines: sql<StoredLine[]>`contents.lines` })
      .from(sql`cart_of(${sql.placeholder("sessionId")}) as cart cross join lateral cart_contents(cart) as contents`)
      .prepare(name),
  );
  const [row] = await query.execute({ sessionId });
  return row?.lines ?? [];
}

/** Returns a stored line with the product data of `known`, a line of the same choice. */
export function recordOf(line: StoredLine, known: CartLineRecord): CartLineRecord {
  const { key, quantity, seenPrice, hasCoupons, delivery } = line;
  const product = { ...known.product, stockQuantity: line.productStock, stockStatus: line.productStatus };
  const variation = known.variation && {
    ...known.variation,
    stockQuantity: line.variationStock,
    stockStatus: line.variationStatus ?? known.variation.stockStatus,
  };
  return { ...known, key, quantity, seenPrice, product, variation, hasCoupons, delivery };
}
