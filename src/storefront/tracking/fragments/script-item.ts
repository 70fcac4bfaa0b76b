import { type Amount, fractionOf } from "#platform/money.ts";
import { paidForLine } from "#shop/cart/totals/sum-parts.rules.ts";
import { maxCategories } from "#shop/tracking/facts.rules.ts";

/** A cart or order line. */
interface SoldLine {
  /** null when the product was deleted. */
  productId: number | null;
  variationId: number | null;
  sku: string;
  name: string;
  choices: readonly { label: string; value: string }[];
  quantity: number;
  unitPrice: Amount;
  /** Unit price times quantity. */
  total: Amount;
  /** Savings from its quantity offer, and from coupons. */
  offerSaving: Amount;
  discount: Amount;
}

/**
 * Returns a line in the format for scripts. Amounts are in minor units; the unit price after offers and coupons is
 * rounded.
 * Source: storefront specification 3, product.
 * @param categories names of the product's categories
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
    categories: categories.slice(0, maxCategories).map((name) => ({ name })),
  };
}
