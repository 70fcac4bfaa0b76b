import type { Database } from "#db/database.ts";
import type { CardRecord } from "#shop/catalogue/product-record.ts";
import { listProductsById } from "#shop/catalogue/products.ts";
import { type ChangedTags, isEverything, PageGenerations } from "./page-generations.ts";

/** Records of about 5 kB each, 60 variations apart: some 10 MB. */
const mostKept = 2_000;

/**
 * The records of products as cards, for pages that are the same for everybody: read once, kept until the product, or
 * anything that listings show, changes. One that was read before such a change is never kept after it.
 */
export class ProductCards {
  readonly #db: Database;
  readonly #most: number;
  readonly #generations = new PageGenerations();
  /** In order of use, the least recent first. */
  readonly #kept = new Map<number, CardRecord>();
  #isNewsLost = false;

  constructor(db: Database, most = mostKept) {
    this.#db = db;
    this.#most = most;
  }

  /** The published products of these ids, in the order of the ids; one that is none is left out. At most one statement. */
  async list(ids: readonly number[]): Promise<CardRecord[]> {
    const found = new Map(ids.flatMap((id) => this.#use(id) ?? []).map((record) => [record.self.id, record]));
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0) {
      const readAt = this.#generations.now;
      for (const record of await listProductsById(this.#db, missing)) {
        found.set(record.self.id, record);
        this.#keep(record, readAt);
      }
    }
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  /** To be called with every change announced by this or another process. */
  forget(changed: ChangedTags): void {
    this.#generations.advance(changed);
    if (isEverything(changed) || changed.includes("products")) this.#kept.clear();
    else
      for (const tag of changed)
        if (tag.startsWith("product:")) this.#kept.delete(Number(tag.slice("product:".length)));
  }

  /** While the connection for news is lost, nothing is kept. */
  setNewsLost(isLost: boolean): void {
    this.#isNewsLost = isLost;
    this.#generations.advance("*");
    this.#kept.clear();
  }

  #use(id: number): CardRecord | undefined {
    const record = this.#kept.get(id);
    if (!record) return undefined;
    this.#kept.delete(id);
    this.#kept.set(id, record);
    return record;
  }

  #keep(record: CardRecord, readAt: number): void {
    const { id } = record.self;
    if (this.#isNewsLost || !this.#generations.isCurrent(tagsOf(id), readAt)) return;
    this.#kept.set(id, record);
    const [leastRecent] = this.#kept.keys();
    if (this.#kept.size > this.#most && leastRecent !== undefined) this.#kept.delete(leastRecent);
  }
}

const tagsOf = (id: number) => ["products", `product:${id}`] as const;
