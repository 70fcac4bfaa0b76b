import { type Amount, fractionOf, sum } from "#platform/money.ts";
import type { ProductCard, ProductDetail } from "../catalogue/product.ts";
import type { TrackedItem } from "./facts.rules.ts";

/** Returns one piece of a product as facts have it; of a variable product, at its lowest price. */
export function trackedProduct({
  id,
  sku,
  name,
  price,
  type,
  categories,
}: Pick<ProductCard, "id" | "sku" | "name" | "price" | "type" | "categories">): TrackedItem {
  return {
    id,
    sku,
    name,
    variant: "",
    categories: categories.map((category) => category.name),
    price: price?.min ?? 0,
    discount: 0,
    quantity: 1,
    isGroup: type === "variable",
  };
}

/** Returns one piece of each of a product's first `limit` variations, with the labels of its choices. */
export function trackedVariations(product: ProductDetail, limit: number): readonly TrackedItem[] {
  const labelOf = (slug: string, value: string) =>
    product.attributes.find((attribute) => attribute.slug === slug)?.options.find((option) => option.value === value)
      ?.label ?? value;
  return product.variations.slice(0, limit).map(({ id, sku, price, attributes }) => ({
    ...trackedProduct(product),
    id,
    sku,
    price,
    variant: Object.entries(attributes)
      .flatMap(([slug, value]) => (value === "" ? [] : labelOf(slug, value)))
      .join(", "),
    isGroup: false,
  }));
}

/** A line of a cart or an order. */
interface SoldLine {
  /** null when the product was deleted. */
  productId: number | null;
  variationId: number | null;
  sku: string;
  name: string;
  choices: readonly { value: string }[];
  unitPrice: Amount;
  /** Savings from its quantity offer, and from coupons. */
  offerSaving: Amount;
  discount: Amount;
  quantity: number;
}

/** Returns a line as facts have it; what offers and coupons take off is divided among its pieces. */
export function trackedLine(line: SoldLine, categories: readonly string[]): TrackedItem {
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
