import type { Database } from "#db/database.ts";
import type { ProductCard } from "#shop/catalogue/product.ts";
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

interface CachedRecord {
  record: WishedRecord;
  /** The product as last returned, and the card that it was made from. */
  shown?: { product: WishedProduct; card: ProductCard };
}

/** Caches the product data that wishlists show, until it changes. */
export class WishedProducts {
  readonly #db: Database;
  readonly #cards: ProductCards;
  readonly #cache: Cache<number, CachedRecord>;

  constructor(db: Database, freshness: Freshness, cards: ProductCards) {
    this.#db = db;
    this.#cards = cards;
    this.#cache = new Cache(freshness, {
      maxSize: maxEntries,
      tagsOf: ({ record }) => [`product:${record.productId}`],
    });
  }

  /**
   * Returns these products and variations by id, as of `now`; unpublished, hidden and unknown ones are left out.
   * Unchanged ones are the same objects as before. At most two statements whatever the number of ids, none for ids that
   * were asked for before.
   */
  async find(ids: readonly number[], facts: StoreFacts, now: Date): Promise<Map<number, WishedProduct>> {
    const found = (await this.#records(ids)).filter(({ record }) => record.isShown);
    const { cards } = await this.#cards.list([...new Set(found.map(({ record }) => record.productId))], facts, now);
    const byId = new Map(cards.map((card) => [card.id, card]));
    return new Map(
      found.flatMap((cached) => {
        const card = byId.get(cached.record.productId);
        return card ? [[cached.record.id, show(cached, card, facts, now)] as const] : [];
      }),
    );
  }

  async #records(ids: readonly number[]): Promise<CachedRecord[]> {
    const known: CachedRecord[] = [];
    const missing: number[] = [];
    for (const id of ids) {
      const cached = this.#cache.get(id);
      if (cached) known.push(cached);
      else missing.push(id);
    }
    if (missing.length === 0) return known;
    const readAt = this.#cache.now;
    const read = (await listWishedRecords(this.#db, missing)).map((record): CachedRecord => ({ record }));
    for (const cached of read) this.#cache.set(cached.record.id, cached, readAt);
    return [...known, ...read];
  }
}

/** A card is another object when anything changes that a list shows: the product, a variation, a price, the settings. */
function show(cached: CachedRecord, card: ProductCard, { settings }: StoreFacts, now: Date): WishedProduct {
  if (cached.shown?.card !== card)
    cached.shown = { card, product: toWishedProduct(cached.record, card, settings, now) };
  return cached.shown.product;
}
