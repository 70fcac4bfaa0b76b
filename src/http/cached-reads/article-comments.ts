import type { Database } from "#db/database.ts";
import { commentsPerPage } from "#shop/reviews/review-order.rules.ts";
import { type ArticleComments as Comments, getComments } from "#shop/reviews/reviews.ts";
import { Cache } from "../cache.ts";
import type { Freshness } from "../freshness.ts";

/** Largest number of cached comments, and of articles known to have none; about 1 kB each. */
const maxEntries = 10_000;

/** A page of an article's comments. */
export interface CommentPage extends Comments {
  pageCount: number;
}

/** Caches the first page of the comments on each article, until one of them changes. */
export class ArticleComments {
  readonly #db: Database;
  readonly #cache: Cache<number, Comments>;

  constructor(db: Database, freshness: Freshness) {
    this.#db = db;
    this.#cache = new Cache(freshness, {
      maxSize: maxEntries,
      tagsOf: (_, id) => [`article:${id}`],
      sizeOf: ({ comments }) => 1 + 3 * comments.length,
    });
  }

  /** Returns a page of comments, newest first; undefined beyond the last page. At most two statements. */
  async find(articleId: number, page: number): Promise<CommentPage | undefined> {
    const limit = commentsPerPage;
    const first = await this.#cache.load(articleId, () => getComments(this.#db, articleId, { limit }));
    const pageCount = Math.max(1, Math.ceil(first.total / limit));
    if (page > pageCount) return undefined;
    if (page === 1) return { ...first, pageCount };
    return { ...(await getComments(this.#db, articleId, { limit, offset: (page - 1) * limit })), pageCount };
  }
}
