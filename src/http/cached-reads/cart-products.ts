import type { Database } from "#db/database.ts";
import type { CurrentCart } from "#shop/cart/cart.ts";
import { listCartLines } from "#shop/cart/carts.ts";
import { findProductToAdd, type ProductToAdd } from "#shop/cart/lines/product-to-add.ts";
import { listStoredLines, recordOf, type StoredLine } from "#shop/cart/lines/stored-lines.ts";
import type { CartLineRecord } from "#shop/cart/totals/price-cart.ts";
import { Cache } from "../cache.ts";
import type { Freshness } from "../freshness.ts";
import { PricedCarts, type PricedFrom } from "./priced-carts.ts";

/** Products to add with all their variations, and choices that lie in carts: some 2 kB each, 60 variations apart. */
const mostKept = 2_000;

/**
 * What carts need of products: read once, until they change. Lines, quantities and stock are asked of the database each time.
 */
export class CartProducts {
  readonly #db: Database;
  /** By the id that was asked for. */
  readonly #toAdd: Cache<number, ProductToAdd>;
  /** By choice: see `choiceOf`. */
  readonly #chosen: Cache<string, CartLineRecord>;
  readonly #priced: PricedCarts;

  constructor(db: Database, freshness: Freshness, most = mostKept) {
    this.#db = db;
    this.#toAdd = new Cache(freshness, {
      maxSize: most,
      tagsOf: ({ product }) => ["products", `product:${product.id}`],
    });
    this.#chosen = new Cache(freshness, {
      maxSize: most,
      tagsOf: ({ productId }) => ["products", `product:${productId}`],
    });
    this.#priced = new PricedCarts(freshness);
  }

  /** The product of an id, or the parent when the id is a variation's. At most one statement. */
  async findToAdd(id: number): Promise<ProductToAdd | undefined> {
    const kept = this.#toAdd.get(id);
    if (kept) return kept;
    const readAt = this.#toAdd.now;
    const found = await findProductToAdd(this.#db, id);
    if (found) this.#toAdd.set(id, found, readAt);
    return found;
  }

  /**
   * The lines of a session's cart with all that prices and limits them. One short statement, none with `stored`; one more
   * when a choice is not known yet.
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

  /** Returns the cart of these lines: as `price` makes it, or as it was made last when nothing has happened to it since. */
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
