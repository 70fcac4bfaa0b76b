import { type Amount, fractionOf } from "#platform/money.ts";
import { paidForLine } from "#shop/cart/totals/sum-parts.rules.ts";

/** A line of a cart or of an order. */
interface SoldLine {
  /** null: the product is gone. */
  productId: number | null;
  variationId: number | null;
  sku: string;
  name: string;
  choices: readonly { label: string; value: string }[];
  quantity: number;
  unitPrice: Amount;
  /** Unit price by quantity. */
  total: Amount;
  /** What its offer saves, and what coupons take off it. */
  offerSaving: Amount;
  discount: Amount;
}

/** The most categories of a product that scripts are told. Source: storefront specification 11, tracking. */
const mostCategories = 5;

/**
 * A line as scripts read it; amounts in minor units, that of a piece after offers and coupons rounded.
 * Source: storefront specification 3, product.
 * @param categories the names of the product's
 */
export function scriptItem(line: SoldLine, categories: readonly string[], currency_minor_unit: number) {
  const { quantity, unitPrice, total } = line;
  const line_total = paidForLine(total, line);
  return {
    id: line.variationId ?? line.productId,
    sku: line.sku,
    name: line.name,
    variation: line.choices.map(({ label, value }) => ({ attribute: label, value })),
    quantity,
    prices: { price: unitPrice, currency_minor_unit },
    totals: { line_subtotal: total, line_total },
    price_after_coupon_discount: fractionOf(line_total, 1, quantity),
    categories: categories.slice(0, mostCategories).map((name) => ({ name })),
  };
}
