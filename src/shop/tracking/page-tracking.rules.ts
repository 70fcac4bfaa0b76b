import { type Currency, minus, sum, times } from "#platform/money.ts";
import type { Cart, CartLine } from "../cart/cart.ts";
import type { ProductCard, ProductDetail } from "../catalogue/product.ts";
import type { Fact, TrackedItem } from "./facts.rules.ts";
import type { GoodsFact } from "./networks/network.rules.ts";
import { trackedLine, trackedProduct, trackedVariations } from "./tracked-item.rules.ts";

/** Most products whose data a page prints. Source: wire notes 12.1. */
const maxItems = 50;

/** A fact that a page tells by itself. */
export type PageFact = Fact & {
  /** Of a purchase: derived from its order, so that networks count it once. Default: random. */
  eventId?: string;
};

/** What a page tells networks. */
export interface PageTracking {
  facts: readonly PageFact[];
  /** The products that its buttons add or remove, at most 50. */
  items: readonly TrackedItem[];
  /** The cart or the order in the format for others' scripts. */
  forScripts?: { cart: object } | { order: object };
  /** Whether others' scripts were told of the purchase before, or may not be. */
  isTold?: boolean;
}

/** Returns what a product page tells: that it was viewed. Its buttons add its variations and the linked products too. */
export function productTracking(product: ProductDetail, currency: Currency): PageTracking {
  const { members, upsells, related } = product;
  const viewed = trackedProduct(product);
  const others = [...members, ...upsells, ...related].map(trackedProduct);
  return {
    facts: [{ kind: "view_content", currency, value: viewed.price, items: [viewed] }],
    items: [viewed, ...trackedVariations(product, maxItems), ...others].slice(0, maxItems),
  };
}

interface ListingFacts {
  listName: string;
  /** undefined: nothing was searched for. */
  term: string | undefined;
  /** Products that are offered because there are no others. */
  instead: readonly ProductCard[];
  currency: Currency;
}

/** Returns what a listing tells: its products, and what was searched for. */
export function listingTracking(
  cards: readonly ProductCard[],
  { listName, term, instead, currency }: ListingFacts,
): PageTracking {
  const items = cards.slice(0, maxItems).map(trackedProduct);
  return {
    facts: [
      ...(term === undefined ? [] : [{ kind: "search", term } as const]),
      ...(items.length > 0 ? [{ kind: "view_item_list", currency, listName, items } as const] : []),
    ],
    items: [...items, ...instead.map(trackedProduct)].slice(0, maxItems),
  };
}

/** Returns what the cart's page tells: nothing but the products that can be removed. */
export function cartTracking(cart: Cart): PageTracking {
  return { facts: [], items: cart.lines.slice(0, maxItems).map(trackedCartLine) };
}

const trackedCartLine = (line: CartLine) =>
  trackedLine({ ...line, offerSaving: line.offer?.saving ?? 0 }, line.categories);

/**
 * Returns that pieces were added to the cart's lines; undefined if it has none of them any more. Never more pieces than are in it.
 * @param added pieces by the key of the line
 */
export function addedFact(cart: Cart, added: ReadonlyMap<string, number>): GoodsFact | undefined {
  const items = cart.lines.flatMap((line) => {
    const quantity = Math.min(added.get(line.key) ?? 0, line.quantity);
    return quantity > 0 ? [{ ...trackedCartLine(line), quantity }] : [];
  });
  if (items.length === 0) return undefined;
  const value = sum(items.map(({ price, discount, quantity }) => times(minus(price, discount), quantity)));
  return { kind: "add_to_cart", currency: cart.currency, value, items };
}

/** Returns what the checkout tells: that it began. */
export function checkoutTracking(cart: Cart): PageTracking {
  const { items } = cartTracking(cart);
  const coupons = cart.coupons.map(({ code }) => code);
  return { facts: [{ kind: "begin_checkout", currency: cart.currency, value: cart.total, coupons, items }], items };
}
