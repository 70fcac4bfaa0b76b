import type { Tag } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { type RelatedCandidates, readRelated } from "#shop/content/related/related-content.ts";
import { Cache } from "../cache.ts";
import type { Freshness } from "../freshness.ts";

/** Number of cached lists, about 10 kB each. */
const maxEntries = 2_000;

/** Caches what is related to a page, until an article or one of the products changes. */
export class RelatedContent {
  readonly #db: Database;
  readonly #cache: Cache<number, RelatedCandidates>;

  constructor(db: Database, freshness: Freshness) {
    this.#db = db;
    const tagsOf = ({ productIds, namedIds, togetherIds }: RelatedCandidates, id: number): Tag[] => [
      "articles",
      `article:${id}`,
      `product:${id}`,
      ...[...productIds, ...namedIds, ...togetherIds].map((one) => `product:${one}` as const),
    ];
    this.#cache = new Cache(freshness, { maxSize: maxEntries, tagsOf });
  }

  /** Returns the candidates of a post, page or product. At most two statements. */
  async find(id: number, now: Date): Promise<RelatedCandidates> {
    return this.#cache.load(id, () => readRelated(this.#db, id, now));
  }
}
