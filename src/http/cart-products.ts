import type { Database } from "#db/database.ts";
import { listCartLines } from "#shop/cart/carts.ts";
import type { CartLineRecord } from "#shop/cart/price-cart.ts";
import { findProductToAdd, type ProductToAdd } from "#shop/cart/product-to-add.ts";
import { listStoredLines, recordOf, type StoredLine } from "#shop/cart/stored-lines.ts";
import { type ChangedTags, isEverything, PageGenerations } from "./page-generations.ts";

/** Products to add with all their variations, and choices that lie in carts: some 2 kB each, 60 variations apart. */
const mostKept = 2_000;

interface Kept<Value> {
  productId: number;
  value: Value;
}

/**
 * What carts need of products: read once, kept until the product, or anything that listings show, changes. What was read
 * before such a change is never kept after it. Lines, quantities and stock are asked of the database each time.
 */
export class CartProducts {
  readonly #db: Database;
  readonly #most: number;
  readonly #generations = new PageGenerations();
  /** By the id that was asked for. In order of use, the least recent first, as the next. */
  readonly #toAdd = new Map<number, Kept<ProductToAdd>>();
  /** By choice: see `choiceOf`. */
  readonly #chosen = new Map<string, Kept<CartLineRecord>>();
  #isNewsLost = false;

  constructor(db: Database, most = mostKept) {
    this.#db = db;
    this.#most = most;
  }

  /** The product of an id, or the parent when the id is a variation's. At most one statement. */
  async findToAdd(id: number): Promise<ProductToAdd | undefined> {
    const kept = recall(this.#toAdd, id);
    if (kept) return kept;
    const readAt = this.#generations.now;
    const found = await findProductToAdd(this.#db, id);
    if (found) this.#keep(this.#toAdd, id, { productId: found.product.id, value: found }, readAt);
    return found;
  }

  /**
   * The lines of a session's cart with all that prices and limits them. One short statement, none with `stored`; one more
   * when a choice is not known yet.
   */
  async listLines(sessionId: number, stored?: readonly StoredLine[]): Promise<CartLineRecord[]> {
    const lines = stored ?? (await listStoredLines(this.#db, sessionId));
    const known = lines.flatMap((line) => {
      const record = recall(this.#chosen, choiceOf(line));
      return record ? [recordOf(line, record)] : [];
    });
    if (known.length === lines.length) return known;
    const readAt = this.#generations.now;
    const records = await listCartLines(this.#db, sessionId);
    for (const record of records)
      this.#keep(this.#chosen, choiceOf(record), { productId: record.productId, value: record }, readAt);
    return records;
  }

  /** To be called with every change announced by this or another process. */
  forget(changed: ChangedTags): void {
    this.#generations.advance(changed);
    if (isEverything(changed) || changed.includes("products")) {
      this.#toAdd.clear();
      this.#chosen.clear();
      return;
    }
    const ids = new Set(changed.filter((tag) => tag.startsWith("product:")).map((tag) => Number(tag.slice(8))));
    if (ids.size === 0) return;
    for (const kept of [this.#toAdd, this.#chosen] as Map<unknown, Kept<unknown>>[])
      for (const [key, { productId }] of kept) if (ids.has(productId)) kept.delete(key);
  }

  /** While the connection for news is lost, nothing is kept. */
  setNewsLost(isLost: boolean): void {
    this.#isNewsLost = isLost;
    this.forget("*");
  }

  #keep<Key, Value>(among: Map<Key, Kept<Value>>, key: Key, kept: Kept<Value>, readAt: number): void {
    const tags = ["products", `product:${kept.productId}`] as const;
    if (this.#isNewsLost || !this.#generations.isCurrent(tags, readAt)) return;
    among.set(key, kept);
    const [leastRecent] = among.keys();
    if (among.size > this.#most && leastRecent !== undefined) among.delete(leastRecent);
  }
}

function recall<Key, Value>(among: Map<Key, Kept<Value>>, key: Key): Value | undefined {
  const kept = among.get(key);
  if (!kept) return undefined;
  among.delete(key);
  among.set(key, kept);
  return kept.value;
}

function choiceOf({
  productId,
  variationId,
  chosen,
}: Pick<StoredLine, "productId" | "variationId" | "chosen">): string {
  return JSON.stringify([productId, variationId, chosen]);
}
