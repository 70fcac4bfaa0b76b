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

interface CachedCard {
  record: CardRecord;
  /** The card as last returned, and the inputs that it depended on besides the record. */
  shown?: { card: ProductCard; facts: StoreFacts; from: Date; until: Date | null };
}

/** Caches product cards for public pages, until they change. */
export class ProductCards {
  readonly #db: Database;
  readonly #cache: Cache<number, CachedCard>;

  constructor(db: Database, freshness: Freshness, maxSize = maxEntries) {
    this.#db = db;
    this.#cache = new Cache(freshness, { maxSize, tagsOf: (_, id) => [`product:${id}`] });
  }

  /** Returns the published products with these ids as of `now`; others are left out. At most one statement. */
  async list(ids: readonly number[], facts: StoreFacts, now: Date): Promise<ShownCards> {
    const found = new Map<number, CachedCard>();
    const missing: number[] = [];
    for (const id of ids) {
      const cached = this.#cache.get(id);
      if (cached) found.set(id, cached);
      else missing.push(id);
    }
    if (missing.length > 0) {
      const readAt = this.#cache.now;
      for (const record of await listProductsById(this.#db, missing)) {
        const cached: CachedCard = { record };
        found.set(record.self.id, cached);
        this.#cache.set(record.self.id, cached, readAt);
      }
    }
    const shown = ids.flatMap((id) => found.get(id) ?? []).map((cached) => show(cached, facts, now));
    const moments = shown.flatMap(({ until }) => until?.getTime() ?? []);
    return {
      cards: shown.map(({ card }) => card),
      until: moments.length > 0 ? new Date(Math.min(...moments)) : null,
    };
  }
}

function show(cached: CachedCard, facts: StoreFacts, now: Date): NonNullable<CachedCard["shown"]> {
  const { record, shown } = cached;
  if (shown && shown.facts === facts && shown.from <= now && (shown.until === null || now < shown.until)) return shown;
  const { settings, categories } = facts;
  const fresh = {
    card: toCard(record, { settings, categories, now }),
    facts,
    from: now,
    until: nextChangeOf([record], now),
  };
  cached.shown = fresh;
  return fresh;
}
