import type { Database } from "#db/database.ts";
import type { CurrentCart } from "#shop/cart/cart.ts";
import { listCartLines } from "#shop/cart/carts.ts";
import { findProductToAdd, type ProductToAdd } from "#shop/cart/lines/product-to-add.ts";
import { listStoredLines, recordOf, type StoredLine } from "#shop/cart/lines/stored-lines.ts";
import type { CartLineRecord } from "#shop/cart/totals/price-cart.ts";
import { Cache } from "../cache.ts";
import type { Freshness } from "../freshness.ts";
import { PricedCarts, type PricedFrom } from "./priced-carts.ts";

/**
 * Number of cached entries: products with all variations, and chosen variations. About 2 kB each, more for products
 * with many variations.
 */
const maxEntries = 2_000;

/**
 * Caches the product data that carts need, until it changes. Line items, quantities and stock are read from the
 * database each time.
 */
export class CartProducts {
  readonly #db: Database;
  /** By the requested id. */
  readonly #toAdd: Cache<number, ProductToAdd>;
  /** By choice: see `choiceOf`. */
  readonly #chosen: Cache<string, CartLineRecord>;
  readonly #priced: PricedCarts;

  constructor(db: Database, freshness: Freshness, maxSize = maxEntries) {
    this.#db = db;
    this.#toAdd = new Cache(freshness, {
      maxSize,
      tagsOf: ({ product }) => [`product:${product.id}`],
    });
    this.#chosen = new Cache(freshness, {
      maxSize,
      tagsOf: ({ productId }) => [`product:${productId}`],
    });
    this.#priced = new PricedCarts(freshness);
  }

  /** Returns the product with this id, or the parent if the id is a variation's. At most one statement. */
  async findToAdd(id: number): Promise<ProductToAdd | undefined> {
    const cached = this.#toAdd.get(id);
    if (cached) return cached;
    const readAt = this.#toAdd.now;
    const found = await findProductToAdd(this.#db, id);
    if (found) this.#toAdd.set(id, found, readAt);
    return found;
  }

  /**
   * Returns the lines of a session's cart with everything that prices and limits them. One short statement, none with
   * `stored`; one more if a choice is not cached yet.
   */
  async listLines(sessionId: number, stored?: readonly StoredLine[]): Promise<CartLineRecord[]> {
    const lines = stored ?? (await listStoredLines(this.#db, sessionId));
    const known = lines.flatMap((line) => {
      const record = this.#chosen.get(choiceOf(line));
      return record ? [recordOf(line, record)] : [];
    });
    if (known.length === lines.length) return known;
    const readAt = this.#chosen.now;
    const records = await listCartLines(this.#db, sessionId);
    for (const record of records) this.#chosen.set(choiceOf(record), record, readAt);
    return records;
  }

  /** Returns the priced cart for these lines: the previous one if nothing has changed, else a new one from `price`. */
  pricedOnce(
    sessionId: number,
    lines: readonly StoredLine[],
    from: PricedFrom,
    price: () => Promise<CurrentCart>,
  ): Promise<CurrentCart> {
    return this.#priced.get(sessionId, lines, from, price);
  }
}

function choiceOf({
  productId,
  variationId,
  chosen,
}: Pick<StoredLine, "productId" | "variationId" | "chosen">): string {
  return JSON.stringify([productId, variationId, chosen]);
}
