import type { Database } from "#db/database.ts";
import type { ReadCatalogue } from "#shop/catalogue/index/catalogue-index.ts";
import type { BaseProductDetail } from "#shop/catalogue/product.ts";
import { nextChangeOf } from "#shop/catalogue/product-card.ts";
import { type DetailRecord, findProduct, listRelatedIds, toDetail } from "#shop/catalogue/product-detail.ts";
import type { Review } from "#shop/reviews/review.ts";
import { isWhole, questionsPerPage, type ReviewSelection, reviewsPerPage } from "#shop/reviews/review-order.rules.ts";
import {
  getQuestions,
  getReviews,
  getReviewsAndQuestions,
  type ProductQuestions,
  type ProductReviews,
} from "#shop/reviews/reviews.ts";
import { Cache } from "../cache.ts";
import type { Freshness } from "../freshness.ts";
import type { StoreFacts } from "./store-facts.ts";

/** Largest number of cached products and variations, about 3 kB each, including derived values. */
const maxEntries = 20_000;

/** Largest number of cached reviews and questions, and of products known to have none; about 1 kB each. */
const maxReviews = 10_000;

/** One row on a page. */
const maxRelated = 4;

/** The newest reviews of a product and the newest questions about it. */
type ProductThreads = Awaited<ReturnType<typeof getReviewsAndQuestions>>;

/** A page of a product's reviews. */
export interface ReviewPage extends ProductReviews {
  pageCount: number;
}

/** A page of the questions about a product. */
export interface QuestionPage extends ProductQuestions {
  pageCount: number;
}

export interface ShownDetail {
  record: DetailRecord;
  /** The same object as before while nothing in it changes. */
  product: BaseProductDetail;
  /** The first moment of a scheduled price change. */
  until: Date | null;
}

interface CachedDetail {
  record: DetailRecord;
  /** The product as last returned, and the inputs that it depended on besides the record. */
  shown?: ShownDetail & { facts: StoreFacts; from: Date };
}

/** Caches products with all their variations, for product pages and variation lookups, until they change. */
export class ProductDetails {
  readonly #db: Database;
  readonly #readCatalogue: ReadCatalogue;
  readonly #cache: Cache<number, CachedDetail>;
  readonly #ids = new Map<string, number>();
  readonly #relatedIds: Cache<number, readonly number[]>;
  readonly #threads: Cache<number, ProductThreads>;

  constructor(
    db: Database,
    freshness: Freshness,
    readCatalogue: ReadCatalogue = async () => undefined,
    maxSize = maxEntries,
  ) {
    this.#db = db;
    this.#readCatalogue = readCatalogue;
    this.#cache = new Cache(freshness, {
      maxSize,
      tagsOf: (_, id) => [`product:${id}`, `stock:${id}`],
      sizeOf: ({ record }) => 1 + record.fullVariations.length,
      onDrop: ({ record }) => this.#ids.delete(record.slug),
    });
    this.#relatedIds = new Cache(freshness, {
      maxSize,
      tagsOf: (_, id) => ["products", `product:${id}`],
    });
    this.#threads = new Cache(freshness, {
      maxSize: maxReviews,
      tagsOf: (_, id) => [`product:${id}`],
      sizeOf: ({ reviews, questions }) => sizeOf([...reviews.reviews, ...questions.questions]),
    });
  }

  /** Returns the published product with a slug or id (not a variation's) as of `now`. At most one statement. */
  async find(key: string | number, facts: StoreFacts, now: Date): Promise<ShownDetail | undefined> {
    const id = typeof key === "number" ? key : this.#ids.get(key);
    const cached = id === undefined ? undefined : this.#cache.get(id);
    if (cached) return show(cached, facts, now);
    const readAt = this.#cache.now;
    const record = await findProduct(this.#db, key);
    if (!record) return undefined;
    const fresh: CachedDetail = { record };
    this.#cache.set(record.self.id, fresh, readAt);
    if (this.#cache.peek(record.self.id) === fresh) this.#ids.set(record.slug, record.self.id);
    return show(fresh, facts, now);
  }

  /**
   * Returns ids of bestsellers from the same categories as a product. At most one statement, and none once the catalogue
   * index is built.
   */
  async listRelatedIds(id: number, categoryIds: readonly number[]): Promise<readonly number[]> {
    return this.#relatedIds.load(id, async () => {
      const view = await this.#readCatalogue();
      return view ? view.related(id, categoryIds, maxRelated) : listRelatedIds(this.#db, id, maxRelated);
    });
  }

  /**
   * Returns a page of a product's reviews with the summary of all of them; undefined beyond the last page. The first page
   * exists even without reviews. At most one statement for the first page, which is read together with the first page of
   * questions, and two for others, which are not cached.
   */
  async findReviews(id: number, page: number, selection: ReviewSelection): Promise<ReviewPage | undefined> {
    const limit = reviewsPerPage;
    const { reviews: first } = await this.#loadThreads(id);
    const { distribution } = first.summary;
    const total = selection.stars === null ? first.total : (distribution[selection.stars - 1] ?? 0);
    const pageCount = Math.max(1, Math.ceil(total / limit));
    if (page > pageCount) return undefined;
    if (page === 1 && isWhole(selection)) return { ...first, pageCount };
    return { ...(await getReviews(this.#db, id, { ...selection, limit, offset: (page - 1) * limit })), pageCount };
  }

  /** Returns a page of the questions about a product, newest first; undefined beyond the last page. */
  async findQuestions(id: number, page: number): Promise<QuestionPage | undefined> {
    const limit = questionsPerPage;
    const { questions: first } = await this.#loadThreads(id);
    const pageCount = Math.max(1, Math.ceil(first.total / limit));
    if (page > pageCount) return undefined;
    if (page === 1) return { ...first, pageCount };
    return { ...(await getQuestions(this.#db, id, { limit, offset: (page - 1) * limit })), pageCount };
  }

  #loadThreads(id: number): Promise<ProductThreads> {
    const limits = { reviews: reviewsPerPage, questions: questionsPerPage };
    return this.#threads.load(id, () => getReviewsAndQuestions(this.#db, id, limits));
  }
}

function sizeOf(threads: readonly Review[]): number {
  return 1 + threads.reduce((count, { replies }) => count + sizeOf(replies), 0);
}

function show(cached: CachedDetail, facts: StoreFacts, now: Date): ShownDetail {
  const { record, shown } = cached;
  if (shown && shown.facts === facts && shown.from <= now && (shown.until === null || now < shown.until)) return shown;
  const { settings, categories } = facts;
  const product = toDetail(record, { settings, categories, now });
  cached.shown = { record, product, facts, from: now, until: nextChangeOf([record], now) };
  return cached.shown;
}
