import type { Database } from "#db/database.ts";
import { fractionOf, sum } from "#platform/money.ts";
import { listCategoryNames } from "../catalogue/import/write/category-names.ts";
import type { Order, OrderLine } from "../orders/order.ts";
import type { SaleFact, SaleKind, TrackedItem } from "./facts.rules.ts";

/** Returns an order as the fact that it was placed, refunded or cancelled. Its value is the total that the buyer pays. */
export async function saleFact(db: Database, order: Order, kind: SaleKind): Promise<SaleFact> {
  const ids = order.lines.flatMap(({ productId }) => productId ?? []);
  const categories = await listCategoryNames(db, [...new Set(ids)]);
  return {
    kind,
    currency: order.currency,
    value: order.total,
    items: order.lines.map((line) => itemOf(line, categories.get(line.productId ?? 0) ?? [])),
    transactionId: order.transactionId,
    affiliation: order.affiliation,
    tax: order.tax,
    shipping: order.shipping?.amount ?? 0,
    coupons: order.coupons.map(({ code }) => code),
  };
}

function itemOf(line: OrderLine, categories: readonly string[]): TrackedItem {
  return {
    id: line.variationId ?? line.productId ?? 0,
    sku: line.sku,
    name: line.name,
    variant: line.choices.map(({ value }) => value).join(", "),
    categories,
    price: line.unitPrice,
    discount: fractionOf(sum([line.offerSaving, line.discount]), 1, line.quantity),
    quantity: line.quantity,
    isGroup: false,
  };
}
