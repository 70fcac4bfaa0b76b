import type { Database } from "#db/database.ts";
import type { OwnDetail } from "#shop/catalogue/product.ts";
import { nextChangeOf } from "#shop/catalogue/product-card.ts";
import { type DetailRecord, findProduct, listRelatedIds, toDetail } from "#shop/catalogue/product-detail.ts";
import { getReviews, type ProductReviews } from "#shop/reviews/reviews.ts";
import { Cache } from "../cache.ts";
import type { Freshness } from "../freshness.ts";
import type { StoreFacts } from "./store-facts.ts";

/** Largest number of cached products and variations, about 3 kB each, including derived values. */
const maxEntries = 20_000;

/** Largest number of cached reviews, and of products known to have none; about 1 kB each. */
const maxReviews = 10_000;

/** One row on a page. */
const mostRelated = 4;

/** Reviews on a page; more are behind a link. */
const mostReviews = 20;

export interface ShownDetail {
  record: DetailRecord;
  /** The same object as before while nothing in it changes. */
  product: OwnDetail;
  /** The first moment of a scheduled price change. */
  until: Date | null;
}

interface Kept {
  record: DetailRecord;
  /** The product as last returned, and the inputs that it depended on besides the record. */
  shown?: ShownDetail & { facts: StoreFacts; from: Date };
  relatedIds?: readonly number[];
}

/** Caches products with all their variations, for product pages and variation lookups, until they change. */
export class ProductDetails {
  readonly #db: Database;
  readonly #kept: Cache<number, Kept>;
  readonly #ids = new Map<string, number>();
  readonly #reviews: Cache<number, ProductReviews>;

  constructor(db: Database, freshness: Freshness, most = maxEntries) {
    this.#db = db;
    this.#kept = new Cache(freshness, {
      maxSize: most,
      tagsOf: (_, id) => ["products", `product:${id}`],
      sizeOf: ({ record }) => 1 + record.fullVariations.length,
      onDrop: ({ record }) => this.#ids.delete(record.slug),
    });
    this.#reviews = new Cache(freshness, {
      maxSize: maxReviews,
      tagsOf: (_, id) => ["products", `product:${id}`],
      sizeOf: ({ reviews }) => 1 + reviews.reduce((count, { replies }) => count + 1 + replies.length, 0),
    });
  }

  /** Returns the published product with a slug or id (not a variation's) as of `now`. At most one statement. */
  async find(key: string | number, facts: StoreFacts, now: Date): Promise<ShownDetail | undefined> {
    const id = typeof key === "number" ? key : this.#ids.get(key);
    const kept = id === undefined ? undefined : this.#kept.get(id);
    if (kept) return show(kept, facts, now);
    const readAt = this.#kept.now;
    const record = await findProduct(this.#db, key);
    if (!record) return undefined;
    const fresh: Kept = { record };
    this.#kept.set(record.self.id, fresh, readAt);
    if (this.#kept.peek(record.self.id) === fresh) this.#ids.set(record.slug, record.self.id);
    return show(fresh, facts, now);
  }

  /**
   * Returns ids of products from the same categories as a found product, nearest first; some may no longer be visible.
   * At most one statement.
   */
  async listRelatedIds(id: number): Promise<readonly number[]> {
    const kept = this.#kept.get(id);
    if (kept?.relatedIds) return kept.relatedIds;
    const relatedIds = await listRelatedIds(this.#db, id, mostRelated);
    // May have been dropped from the cache in the meantime.
    if (kept) kept.relatedIds = relatedIds;
    return relatedIds;
  }

  /** Returns the newest reviews of a product and the summary of all of them. At most one statement. */
  async getReviews(id: number): Promise<ProductReviews> {
    return this.#reviews.load(id, () => getReviews(this.#db, id, mostReviews));
  }
}

function show(kept: Kept, facts: StoreFacts, now: Date): ShownDetail {
  const { record, shown } = kept;
  if (shown && shown.facts === facts && shown.from <= now && (shown.until === null || now < shown.until)) return shown;
  const { settings, categories } = facts;
  const product = toDetail(record, { settings, categories, now });
  kept.shown = { record, product, facts, from: now, until: nextChangeOf([record], now) };
  return kept.shown;
}
