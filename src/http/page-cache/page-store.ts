import { Cache } from "../cache.ts";
import type { Freshness } from "../freshness.ts";
import type { CachedPage } from "./cached-page.ts";

/**
 * Raw addresses remembered for one page. The first stays, it is the plain one more often than not; of the others the
 * oldest makes room, so that tracking parameters cannot pile up.
 */
const mostAliases = 8;
const longestAlias = 600;

/** Keys seen once and not yet kept; two halves, the older one forgotten when the younger is full. */
const mostSeen = 4_096;

/** From this share of the bound on, a page is kept only when its key is asked for a second time. */
const crowded = 0.8;

/** Pages under a bound of bytes: a cache that finds them by raw addresses too, and admits only asked-for keys when it is crowded. */
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

  /** The page of a key, which may be old while the change log cannot be read. */
  get(key: string): CachedPage | undefined {
    return this.#pages.peek(key);
  }

  /** By host and raw URL, without parsing. */
  getByAlias(alias: string): CachedPage | undefined {
    return this.#byAlias.get(alias);
  }

  isKept(page: CachedPage): boolean {
    return this.#pages.peek(page.key) === page;
  }

  /** Counts as used now. */
  touch(page: CachedPage): void {
    if (page === this.#newest) return;
    this.#pages.touch(page.key);
    this.#newest = page;
  }

  /** Renders the page of a key, once for all who ask meanwhile, and keeps it if it may be and `mayKeep` says so. */
  load(key: string, render: () => Promise<CachedPage>, mayKeep: (page: CachedPage) => boolean): Promise<CachedPage> {
    return this.#pages.load(key, render, (page) => {
      const isKept = mayKeep(page) && this.#admits(page);
      if (isKept) this.#newest = undefined;
      return isKept;
    });
  }

  /** Has the page found under a raw address. */
  addAlias(page: CachedPage, alias: string): void {
    if (!this.isKept(page) || alias.length > longestAlias || this.#byAlias.get(alias) === page) return;
    page.aliases.push(alias);
    this.#byAlias.set(alias, page);
    if (page.aliases.length > mostAliases) for (const oldest of page.aliases.splice(1, 1)) this.#byAlias.delete(oldest);
    this.#resize(page);
  }

  /** To be called when a kept page has grown or shrunk. */
  reweigh(page: CachedPage): void {
    if (this.isKept(page)) this.#resize(page);
  }

  remove(page: CachedPage): void {
    if (this.isKept(page)) this.#pages.delete(page.key);
  }

  #resize(page: CachedPage): void {
    this.#pages.resize(page.key);
    this.#newest = this.isKept(page) ? page : undefined;
  }

  #forget(page: CachedPage): void {
    if (this.#newest === page) this.#newest = undefined;
    for (const alias of page.aliases) if (this.#byAlias.get(alias) === page) this.#byAlias.delete(alias);
  }

  /** Whether there is room for a page: where there is little, its key must have been asked for before. */
  #admits(page: CachedPage): boolean {
    const { bytes, key } = page;
    if (bytes > this.#maxBytes / 4) return false;
    const isCrowded = this.bytes + bytes > this.#maxBytes * crowded;
    return !isCrowded || this.#pages.peek(key) !== undefined || this.#wasSeen(key);
  }

  #wasSeen(key: string): boolean {
    if (this.#seen.has(key) || this.#seenBefore.has(key)) return true;
    if (this.#seen.size >= mostSeen / 2) {
      this.#seenBefore = this.#seen;
      this.#seen = new Set();
    }
    this.#seen.add(key);
    return false;
  }
}
