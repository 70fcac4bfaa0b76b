import type { Database } from "#db/database.ts";
import {
  listWishedRecords,
  toWishedProduct,
  type WishedProduct,
  type WishedRecord,
} from "#shop/wishlist/wished-products.ts";
import { Cache } from "../cache.ts";
import type { Freshness } from "../freshness.ts";
import type { ProductCards } from "./product-cards.ts";
import type { StoreFacts } from "./store-facts.ts";

/** Number of cached records: about 200 bytes for a product, 2 kB for a variation. */
const maxEntries = 5_000;

/** Caches the product data that wishlists show, until it changes. */
export class WishedProducts {
  readonly #db: Database;
  readonly #cards: ProductCards;
  readonly #cache: Cache<number, WishedRecord>;

  constructor(db: Database, freshness: Freshness, cards: ProductCards) {
    this.#db = db;
    this.#cards = cards;
    this.#cache = new Cache(freshness, {
      maxSize: maxEntries,
      tagsOf: ({ productId }) => [`product:${productId}`],
    });
  }

  /**
   * Returns these products and variations by id, as of `now`; unpublished, hidden and unknown ones are left out. At most
   * two statements whatever the number of ids, none for ids that were asked for before.
   */
  async find(ids: readonly number[], facts: StoreFacts, now: Date): Promise<Map<number, WishedProduct>> {
    const shown = (await this.#records(ids)).filter(({ isShown }) => isShown);
    const { cards } = await this.#cards.list([...new Set(shown.map(({ productId }) => productId))], facts, now);
    const byId = new Map(cards.map((card) => [card.id, card]));
    return new Map(
      shown.flatMap((record) => {
        const card = byId.get(record.productId);
        return card ? [[record.id, toWishedProduct(record, card, facts.settings, now)] as const] : [];
      }),
    );
  }

  async #records(ids: readonly number[]): Promise<WishedRecord[]> {
    const known = ids.flatMap((id) => this.#cache.get(id) ?? []);
    const missing = ids.filter((id) => this.#cache.get(id) === undefined);
    if (missing.length === 0) return known;
    const readAt = this.#cache.now;
    const read = await listWishedRecords(this.#db, missing);
    for (const record of read) this.#cache.set(record.id, record, readAt);
    return [...known, ...read];
  }
}
