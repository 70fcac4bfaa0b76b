import type { Database } from "#db/database.ts";
import type { CurrentCart } from "#shop/cart/cart.ts";
import { listCartLines } from "#shop/cart/carts.ts";
import { findProductToAdd, type ProductToAdd } from "#shop/cart/lines/product-to-add.ts";
import { listStoredLines, recordOf, type StoredLine } from "#shop/cart/lines/stored-lines.ts";
import type { CartLineRecord } from "#shop/cart/totals/price-cart.ts";
import { KeptByProduct } from "./kept-by-product.ts";
import type { ChangedTags } from "./page-generations.ts";
import { PricedCarts, type PricedFrom } from "./priced-carts.ts";

/** Products to add with all their variations, and choices that lie in carts: some 2 kB each, 60 variations apart. */
const mostKept = 2_000;

/**
 * What carts need of products: read once, until they change. Lines, quantities and stock are asked of the database each time.
 */
export class CartProducts {
  readonly #db: Database;
  /** By the id that was asked for. */
  readonly #toAdd: KeptByProduct<number, ProductToAdd>;
  /** By choice: see `choiceOf`. */
  readonly #chosen: KeptByProduct<string, CartLineRecord>;
  readonly #priced = new PricedCarts();

  constructor(db: Database, most = mostKept) {
    this.#db = db;
    this.#toAdd = new KeptByProduct({ most, productOf: ({ product }) => product.id });
    this.#chosen = new KeptByProduct({ most, productOf: ({ productId }) => productId });
  }

  /** The product of an id, or the parent when the id is a variation's. At most one statement. */
  async findToAdd(id: number): Promise<ProductToAdd | undefined> {
    const kept = this.#toAdd.find(id);
    if (kept) return kept;
    const readAt = this.#toAdd.now;
    const found = await findProductToAdd(this.#db, id);
    if (found) this.#toAdd.keep(id, found, readAt);
    return found;
  }

  /**
   * The lines of a session's cart with all that prices and limits them. One short statement, none with `stored`; one more
   * when a choice is not known yet.
   */
  async listLines(sessionId: number, stored?: readonly StoredLine[]): Promise<CartLineRecord[]> {
    const lines = stored ?? (await listStoredLines(this.#db, sessionId));
    const known = lines.flatMap((line) => {
      const record = this.#chosen.find(choiceOf(line));
      return record ? [recordOf(line, record)] : [];
    });
    if (known.length === lines.length) return known;
    const readAt = this.#chosen.now;
    const records = await listCartLines(this.#db, sessionId);
    for (const record of records) this.#chosen.keep(choiceOf(record), record, readAt);
    return records;
  }

  /** The cart of these lines: as `price` makes it, or as it was made last when nothing has happened to it since. */
  async pricedOnce(
    sessionId: number,
    lines: readonly StoredLine[],
    by: Omit<PricedFrom, "reading">,
    price: () => Promise<CurrentCart>,
  ): Promise<CurrentCart> {
    const { reading } = this.#chosen;
    if (reading === undefined) return price();
    const from = { ...by, reading };
    const known = this.#priced.find(sessionId, lines, from);
    if (known) return known;
    const cart = await price();
    this.#priced.keep(sessionId, lines, from, cart);
    return cart;
  }

  /** To be called with every change announced by this or another process. */
  forget(changed: ChangedTags): void {
    this.#toAdd.forget(changed);
    this.#chosen.forget(changed);
  }

  /** While the connection for news is lost, nothing is kept. */
  setNewsLost(isLost: boolean): void {
    this.#toAdd.setNewsLost(isLost);
    this.#chosen.setNewsLost(isLost);
  }
}

function choiceOf({
  productId,
  variationId,
  chosen,
}: Pick<StoredLine, "productId" | "variationId" | "chosen">): string {
  return JSON.stringify([productId, variationId, chosen]);
}
