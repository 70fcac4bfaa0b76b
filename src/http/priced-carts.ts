import type { CurrentCart } from "#shop/cart/cart.ts";
import type { StoredLine } from "#shop/cart/lines/stored-lines.ts";

/** So many carts are kept, some 3 kB each. */
const mostKept = 2_000;

/** All that a cart without coupons is priced from, beside its lines; what is the same object has not changed. */
export interface PricedFrom {
  settings: object;
  zones: object;
  /** What is known of the products; see `CartProducts.reading`. */
  reading: number;
  now: Date;
}

interface Priced {
  lines: string;
  from: PricedFrom;
  cart: CurrentCart;
}

/**
 * Carts as they were priced last, by session: who asks again for a cart that nothing has happened to gets the same object,
 * and what was made of it is found by that. The lines, with what is in stock of each, come from the database each time.
 */
export class PricedCarts {
  /** In order of use, the least recent first. */
  readonly #kept = new Map<number, Priced>();

  /** The cart that these lines made last, if nothing that it was priced from has changed since. */
  find(sessionId: number, lines: readonly StoredLine[], from: PricedFrom): CurrentCart | undefined {
    const kept = this.#kept.get(sessionId);
    if (!kept || kept.lines !== JSON.stringify(lines) || !isSame(kept, from)) return undefined;
    this.#kept.delete(sessionId);
    this.#kept.set(sessionId, kept);
    return kept.cart;
  }

  /** Keeps what was priced, unless something has to happen to it, or coupons may: they are limited by others' orders too. */
  keep(sessionId: number, lines: readonly StoredLine[], from: PricedFrom, cart: CurrentCart): void {
    this.#kept.delete(sessionId);
    if (cart.lines.length !== lines.length || lines.some(({ hasCoupons }) => hasCoupons)) return;
    this.#kept.set(sessionId, { lines: JSON.stringify(lines), from, cart });
    const [leastRecent] = this.#kept.keys();
    if (this.#kept.size > mostKept && leastRecent !== undefined) this.#kept.delete(leastRecent);
  }
}

function isSame({ from, cart }: Priced, { settings, zones, reading, now }: PricedFrom): boolean {
  const holds = from.now <= now && (cart.holdsUntil === null || now < cart.holdsUntil);
  return holds && from.settings === settings && from.zones === zones && from.reading === reading;
}
