import type { Database } from "#db/database.ts";
import type { ProductCard } from "#shop/catalogue/product.ts";
import { nextChangeOf, toCard } from "#shop/catalogue/product-card.ts";
import type { CardRecord } from "#shop/catalogue/product-record.ts";
import { listProductsById } from "#shop/catalogue/products.ts";
import { Cache } from "../cache.ts";
import type { Freshness } from "../freshness.ts";
import type { StoreFacts } from "./store-facts.ts";

/** Number of cached records, about 5 kB each, more for products with many variations: about 10 MB. */
const maxEntries = 2_000;

export interface ShownCards {
  /** In the order of the ids. Unchanged cards are the same objects as before. */
  cards: ProductCard[];
  /** The first moment of a scheduled price change of one of them. */
  until: Date | null;
}

interface Kept {
  record: CardRecord;
  /** The card as last returned, and the inputs that it depended on besides the record. */
  shown?: { card: ProductCard; facts: StoreFacts; from: Date; until: Date | null };
}

/** Caches product cards for public pages, until they change. */
export class ProductCards {
  readonly #db: Database;
  readonly #kept: Cache<number, Kept>;

  constructor(db: Database, freshness: Freshness, most = maxEntries) {
    this.#db = db;
    this.#kept = new Cache(freshness, { maxSize: most, tagsOf: (_, id) => ["products", `product:${id}`] });
  }

  /** Returns the published products with these ids as of `now`; others are left out. At most one statement. */
  async list(ids: readonly number[], facts: StoreFacts, now: Date): Promise<ShownCards> {
    const found = new Map(ids.flatMap((id) => this.#kept.get(id) ?? []).map((kept) => [kept.record.self.id, kept]));
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0) {
      const readAt = this.#kept.now;
      for (const record of await listProductsById(this.#db, missing)) {
        const kept: Kept = { record };
        found.set(record.self.id, kept);
        this.#kept.set(record.self.id, kept, readAt);
      }
    }
    const shown = ids.flatMap((id) => found.get(id) ?? []).map((kept) => show(kept, facts, now));
    const moments = shown.flatMap(({ until }) => until?.getTime() ?? []);
    return {
      cards: shown.map(({ card }) => card),
      until: moments.length > 0 ? new Date(Math.min(...moments)) : null,
    };
  }
}

function show(kept: Kept, facts: StoreFacts, now: Date): NonNullable<Kept["shown"]> {
  const { record, shown } = kept;
  if (shown && shown.facts === facts && shown.from <= now && (shown.until === null || now < shown.until)) return shown;
  const { settings, categories } = facts;
  const fresh = {
    card: toCard(record, { settings, categories, now }),
    facts,
    from: now,
    until: nextChangeOf([record], now),
  };
  kept.shown = fresh;
  return fresh;
}
