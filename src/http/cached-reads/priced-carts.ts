import type { CurrentCart } from "#shop/cart/cart.ts";
import type { StoredLine } from "#shop/cart/lines/stored-lines.ts";
import { Cache } from "../cache.ts";
import type { Freshness } from "../freshness.ts";

/** So many carts are kept, some 3 kB each. */
const mostKept = 2_000;

/** What a cart without coupons is priced from besides its lines and their products; what is the same object has not changed. */
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
 * Keeps carts as they were priced last, by session: who asks again for a cart that nothing has happened to gets the same object,
 * and what was derived from it. The lines, with what is in stock of each, come from the database each time.
 */
export class PricedCarts {
  readonly #kept: Cache<number, Priced>;

  constructor(freshness: Freshness) {
    this.#kept = new Cache(freshness, {
      maxSize: mostKept,
      tagsOf: ({ cart }) => ["products", ...cart.lines.map(({ productId }) => `product:${productId}` as const)],
    });
  }

  /**
   * Returns the cart of these lines: as `price` makes it, or as it was made last when nothing has happened to it since. One to
   * which something has to happen, or with coupons, which are limited by others' orders too, is priced each time.
   */
  async get(
    sessionId: number,
    lines: readonly StoredLine[],
    from: PricedFrom,
    price: () => Promise<CurrentCart>,
  ): Promise<CurrentCart> {
    const text = JSON.stringify(lines);
    const kept = this.#kept.get(sessionId);
    if (kept && kept.lines === text && isSame(kept, from)) return kept.cart;
    const readAt = this.#kept.now;
    const cart = await price();
    const isWhole = cart.lines.length === lines.length && !lines.some(({ hasCoupons }) => hasCoupons);
    if (isWhole) this.#kept.set(sessionId, { lines: text, from, cart }, readAt);
    else this.#kept.delete(sessionId);
    return cart;
  }
}

function isSame({ from, cart }: Priced, { settings, zones, now }: PricedFrom): boolean {
  const holds = from.now <= now && (cart.holdsUntil === null || now < cart.holdsUntil);
  return holds && from.settings === settings && from.zones === zones;
}
