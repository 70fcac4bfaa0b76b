import type { CurrentCart } from "#shop/cart/cart.ts";
import type { StoredLine } from "#shop/cart/lines/stored-lines.ts";
import { Cache } from "../cache.ts";
import type { Freshness } from "../freshness.ts";

/** Number of cached carts, about 9 kB each: more than are in use at the same time. */
const maxEntries = 500;

/** The inputs of a cart without coupons besides its lines and products; the same object means unchanged. */
export interface PricedFrom {
  settings: object;
  zones: object;
  now: Date;
}

interface Priced {
  lines: string;
  from: PricedFrom;
  cart: CurrentCart;
}

/**
 * Caches the last priced cart of each session: if nothing has changed, the same object is returned, with its derived
 * values. Lines and stock are read from the database each time.
 */
export class PricedCarts {
  readonly #cache: Cache<number, Priced>;

  constructor(freshness: Freshness) {
    this.#cache = new Cache(freshness, {
      maxSize: maxEntries,
      tagsOf: ({ cart }) => cart.lines.map(({ productId }) => `product:${productId}` as const),
    });
  }

  /**
   * Returns the priced cart for these lines: the previous one if nothing has changed, else a new one from `price`.
   * Carts that need a correction, and carts with coupons (limited by other orders too), are priced each time.
   */
  async get(
    sessionId: number,
    lines: readonly StoredLine[],
    from: PricedFrom,
    price: () => Promise<CurrentCart>,
  ): Promise<CurrentCart> {
    const text = JSON.stringify(lines);
    const cached = this.#cache.get(sessionId);
    if (cached && cached.lines === text && isSame(cached, from)) return cached.cart;
    const readAt = this.#cache.now;
    const cart = await price();
    const isWhole = cart.lines.length === lines.length && !lines.some(({ hasCoupons }) => hasCoupons);
    if (isWhole) this.#cache.set(sessionId, { lines: text, from, cart }, readAt);
    else this.#cache.delete(sessionId);
    return cart;
  }
}

function isSame({ from, cart }: Priced, { settings, zones, now }: PricedFrom): boolean {
  const holds = from.now <= now && (cart.holdsUntil === null || now < cart.holdsUntil);
  return holds && from.settings === settings && from.zones === zones;
}
