import type { ProductCard } from "#shop/catalogue/product.ts";

/** Products in addition to the page's own. */
const mostOthers = 3;

/**
 * Returns the page's product and those that are often bought with it, as far as one press can add all of them: in stock,
 * with a price and nothing to choose. Empty if none of the others can be added.
 */
export function boughtTogether(
  product: ProductCard,
  togetherIds: readonly number[],
  cards: readonly ProductCard[],
): readonly ProductCard[] {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const others = togetherIds.flatMap((id) => byId.get(id) ?? []).filter(canAdd);
  const all = [...(canAdd(product) ? [product] : []), ...others.slice(0, mostOthers)];
  return others.length > 0 && all.length > 1 ? all : [];
}

function canAdd({ type, price, availability }: ProductCard): boolean {
  return type === "simple" && price !== null && availability.isPurchasable;
}
