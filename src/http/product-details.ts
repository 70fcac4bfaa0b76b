import type { Database } from "#db/database.ts";
import type { OwnDetail } from "#shop/catalogue/product.ts";
import { nextChangeOf } from "#shop/catalogue/product-card.ts";
import { type DetailRecord, findProduct, listRelatedIds, toDetail } from "#shop/catalogue/product-detail.ts";
import { type ChangedTags, isEverything, PageGenerations } from "./page-generations.ts";
import type { StoreFacts } from "./store-facts.ts";

/** Products and variations that are kept at most: some 3 kB each, with what is written of them. */
const mostKept = 20_000;

/** A page shows a row of them. */
const mostRelated = 4;

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

/**
 * Products with all their variations, for product pages and lookups of variations: read once, kept until the product, or
 * anything that listings show, changes. One that was read before such a change is never kept after it.
 */
export class ProductDetails {
  readonly #db: Database;
  readonly #most: number;
  readonly #generations = new PageGenerations();
  /** In order of use, the least recent first. */
  readonly #kept = new Map<number, Kept>();
  readonly #ids = new Map<string, number>();
  #weight = 0;
  #isNewsLost = false;

  constructor(db: Database, most = mostKept) {
    this.#db = db;
    this.#most = most;
  }

  /** The published product of a slug, or of an id (no variation's), as it is at `now`. At most one statement. */
  async find(key: string | number, facts: StoreFacts, now: Date): Promise<ShownDetail | undefined> {
    const kept = this.#use(key);
    if (kept) return show(kept, facts, now);
    const readAt = this.#generations.now;
    const record = await findProduct(this.#db, key);
    if (!record) return undefined;
    const fresh: Kept = { record };
    this.#keep(fresh, readAt);
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

  /** To be called with every change announced by this or another process. */
  forget(changed: ChangedTags): void {
    this.#generations.advance(changed);
    if (isEverything(changed) || changed.includes("products")) for (const id of this.#kept.keys()) this.#drop(id);
    else for (const tag of changed) if (tag.startsWith("product:")) this.#drop(Number(tag.slice("product:".length)));
  }

  /** While the connection for news is lost, nothing is kept. */
  setNewsLost(isLost: boolean): void {
    this.#isNewsLost = isLost;
    this.forget("*");
  }

  #use(key: string | number): Kept | undefined {
    const id = typeof key === "number" ? key : this.#ids.get(key);
    const kept = id === undefined ? undefined : this.#kept.get(id);
    if (!kept) return undefined;
    this.#kept.delete(kept.record.self.id);
    this.#kept.set(kept.record.self.id, kept);
    return kept;
  }

  #keep(kept: Kept, readAt: number): void {
    const { id } = kept.record.self;
    if (this.#isNewsLost || !this.#generations.isCurrent(["products", `product:${id}`], readAt)) return;
    this.#drop(id);
    this.#kept.set(id, kept);
    this.#ids.set(kept.record.slug, id);
    this.#weight += weightOf(kept);
    for (const leastRecent of this.#kept.keys()) {
      if (this.#weight <= this.#most) break;
      this.#drop(leastRecent);
    }
  }

  #drop(id: number): void {
    const kept = this.#kept.get(id);
    if (!kept) return;
    this.#kept.delete(id);
    this.#ids.delete(kept.record.slug);
    this.#weight -= weightOf(kept);
  }
}

function weightOf({ record }: Kept): number {
  return 1 + record.fullVariations.length;
}

function show(kept: Kept, facts: StoreFacts, now: Date): ShownDetail {
  const { record, shown } = kept;
  if (shown && shown.facts === facts && shown.from <= now && (shown.until === null || now < shown.until)) return shown;
  const { settings, categories } = facts;
  const product = toDetail(record, { settings, categories, now });
  kept.shown = { record, product, facts, from: now, until: nextChangeOf([record], now) };
  return kept.shown;
}
