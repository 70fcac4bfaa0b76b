import type { Database } from "#db/database.ts";
import { listCategoryNames } from "../catalogue/import/write/category-names.ts";
import type { Order } from "../orders/order.ts";
import type { SaleFact, SaleKind } from "./facts.rules.ts";
import { trackedLine } from "./tracked-item.rules.ts";

/** Returns an order as the fact that it was placed, refunded or cancelled. Its value is the total that the buyer pays. */
export async function saleFact(db: Database, order: Order, kind: SaleKind): Promise<SaleFact> {
  const ids = order.lines.flatMap(({ productId }) => productId ?? []);
  return saleFactOf(order, kind, await listCategoryNames(db, [...new Set(ids)]));
}

/** The same with known category names, by product id. */
export function saleFactOf(order: Order, kind: SaleKind, categories: ReadonlyMap<number, readonly string[]>): SaleFact {
  return {
    kind,
    currency: order.currency,
    value: order.total,
    items: order.lines.map((line) => trackedLine(line, categories.get(line.productId ?? 0) ?? [])),
    transactionId: order.transactionId,
    affiliation: order.affiliation,
    tax: order.tax,
    shipping: order.shipping?.amount ?? 0,
    coupons: order.coupons.map(({ code }) => code),
  };
}
