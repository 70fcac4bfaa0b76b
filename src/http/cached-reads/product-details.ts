import type { Database } from "#db/database.ts";
import type { OwnDetail } from "#shop/catalogue/product.ts";
import { nextChangeOf } from "#shop/catalogue/product-card.ts";
import { type DetailRecord, findProduct, listRelatedIds, toDetail } from "#shop/catalogue/product-detail.ts";
import { getReviews, type ProductReviews } from "#shop/reviews/reviews.ts";
import { Cache } from "../cache.ts";
import type { Freshness } from "../freshness.ts";
import type { StoreFacts } from "./store-facts.ts";

/** Products and variations that are kept at most: some 3 kB each, with what is written of them. */
const mostKept = 20_000;

/** Reviews that are kept at most, and products that are known to have none: some 1 kB each. */
const mostReviewsKept = 10_000;

/** A page shows a row of them. */
const mostRelated = 4;

/** Reviews on a page; more are behind a link. */
const mostReviews = 20;

export interface ShownDetail {
  record: DetailRecord;
  /** The same object as before while nothing in it changes. */
  product: OwnDetail;
  /** The first moment at which its price changes by itself. */
  until: Date | null;
}

interface Kept {
  record: DetailRecord;
  /** As it was shown last, and what that depended on besides the record. */
  shown?: ShownDetail & { facts: StoreFacts; from: Date };
  relatedIds?: readonly number[];
}

/** Products with all their variations, for product pages and lookups of variations: read once, until they change. */
export class ProductDetails {
  readonly #db: Database;
  readonly #kept: Cache<number, Kept>;
  readonly #ids = new Map<string, number>();
  readonly #reviews: Cache<number, ProductReviews>;

  constructor(db: Database, freshness: Freshness, most = mostKept) {
    this.#db = db;
    this.#kept = new Cache(freshness, {
      maxSize: most,
      tagsOf: (_, id) => ["products", `product:${id}`],
      sizeOf: ({ record }) => 1 + record.fullVariations.length,
      onDrop: ({ record }) => this.#ids.delete(record.slug),
    });
    this.#reviews = new Cache(freshness, {
      maxSize: mostReviewsKept,
      tagsOf: (_, id) => ["products", `product:${id}`],
      sizeOf: ({ reviews }) => 1 + reviews.reduce((count, { replies }) => count + 1 + replies.length, 0),
    });
  }

  /** The published product of a slug, or of an id (no variation's), as it is at `now`. At most one statement. */
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
   * Ids of products from the same categories as a product that was found, nearest first. At most one statement. One that is
   * no longer shown may be among them.
   */
  async listRelatedIds(id: number): Promise<readonly number[]> {
    const kept = this.#kept.get(id);
    if (kept?.relatedIds) return kept.relatedIds;
    const relatedIds = await listRelatedIds(this.#db, id, mostRelated);
    // Dropped meanwhile, it is nobody's any more.
    if (kept) kept.relatedIds = relatedIds;
    return relatedIds;
  }

  /** The newest reviews of a product, and the summary of all of them. At most one statement. */
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
