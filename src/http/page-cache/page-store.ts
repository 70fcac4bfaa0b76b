import { Cache } from "../cache.ts";
import type { Freshness } from "../freshness.ts";
import type { CachedPage } from "./cached-page.ts";

/**
 * Number of raw URLs remembered per page. The first one stays, because it is usually the plain one; of the others the
 * oldest is evicted, so that tracking parameters cannot accumulate.
 */
const maxAliases = 8;
const maxAliasLength = 600;

/**
 * Number of keys remembered as requested once but not cached; kept in two halves, the older of which is dropped when
 * the newer is full.
 */
const maxSeenKeys = 4_096;

/** Above this share of the limit, a page is cached only on the second request for its key. */
const crowded = 0.8;

/**
 * Stores pages within a limit of bytes: finds them by raw URL too, and admits only repeatedly requested keys when
 * nearly full.
 */
export class PageStore {
  readonly #maxBytes: number;
  readonly #pages: Cache<string, CachedPage>;
  readonly #byAlias = new Map<string, CachedPage>();
  #newest: CachedPage | undefined;
  #seen = new Set<string>();
  #seenBefore = new Set<string>();

  constructor(freshness: Freshness, maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#pages = new Cache(freshness, {
      maxSize: maxBytes,
      tagsOf: ({ tags }) => tags,
      sizeOf: ({ bytes }) => bytes,
      onDrop: (page) => this.#forget(page),
    });
  }

  get bytes(): number {
    return this.#pages.size;
  }

  get size(): number {
    return this.#pages.count;
  }

  /** Returns the page of a key, which may be stale while the change log cannot be read. */
  get(key: string): CachedPage | undefined {
    return this.#pages.peek(key);
  }

  /** Finds a page by host and raw URL, without parsing. */
  getByAlias(alias: string): CachedPage | undefined {
    return this.#byAlias.get(alias);
  }

  has(page: CachedPage): boolean {
    return this.#pages.peek(page.key) === page;
  }

  /** Marks a page as used. */
  touch(page: CachedPage): void {
    if (page === this.#newest) return;
    this.#pages.touch(page.key);
    this.#newest = page;
  }

  /**
   * Renders the page of a key, once for concurrent requests, and stores it if there is room and `mayStore` allows it.
   */
  load(key: string, render: () => Promise<CachedPage>, mayStore: (page: CachedPage) => boolean): Promise<CachedPage> {
    return this.#pages.load(key, render, (page) => {
      const isStored = mayStore(page) && this.#admits(page);
      if (isStored) this.#newest = undefined;
      return isStored;
    });
  }

  /** Makes the page available under a raw URL. */
  addAlias(page: CachedPage, alias: string): void {
    if (!this.has(page) || alias.length > maxAliasLength || this.#byAlias.get(alias) === page) return;
    page.aliases.push(alias);
    this.#byAlias.set(alias, page);
    if (page.aliases.length > maxAliases) for (const oldest of page.aliases.splice(1, 1)) this.#byAlias.delete(oldest);
    this.#resize(page);
  }

  /** Updates the size of a stored page that has grown or shrunk. */
  reweigh(page: CachedPage): void {
    if (this.has(page)) this.#resize(page);
  }

  remove(page: CachedPage): void {
    if (this.has(page)) this.#pages.delete(page.key);
  }

  #resize(page: CachedPage): void {
    this.#pages.resize(page.key);
    this.#newest = this.has(page) ? page : undefined;
  }

  #forget(page: CachedPage): void {
    if (this.#newest === page) this.#newest = undefined;
    for (const alias of page.aliases) if (this.#byAlias.get(alias) === page) this.#byAlias.delete(alias);
  }

  /** Returns whether a page is admitted: when nearly full, its key must have been requested before. */
  #admits(page: CachedPage): boolean {
    const { bytes, key } = page;
    if (bytes > this.#maxBytes / 4) return false;
    const isCrowded = this.bytes + bytes > this.#maxBytes * crowded;
    return !isCrowded || this.#pages.peek(key) !== undefined || this.#wasSeen(key);
  }

  #wasSeen(key: string): boolean {
    if (this.#seen.has(key) || this.#seenBefore.has(key)) return true;
    if (this.#seen.size >= maxSeenKeys / 2) {
      this.#seenBefore = this.#seen;
      this.#seen = new Set();
    }
    this.#seen.add(key);
    return false;
  }
}
