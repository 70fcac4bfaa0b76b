import type { Tag } from "#db/changes.ts";
import type { CachedPage } from "./cached-page.ts";
import { type ChangedTags, isEverything } from "./page-generations.ts";

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

/** Pages under a bound of bytes: least recently used goes first. Every operation is synchronous. */
export class PageStore {
  readonly #maxBytes: number;
  /** In order of use, the least recent first. */
  readonly #pages = new Map<string, CachedPage>();
  readonly #byAlias = new Map<string, CachedPage>();
  readonly #byTag = new Map<Tag, Set<CachedPage>>();
  readonly #weights = new Map<CachedPage, number>();
  #bytes = 0;
  #newest: CachedPage | undefined;
  #seen = new Set<string>();
  #seenBefore = new Set<string>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#pages.size;
  }

  get(key: string): CachedPage | undefined {
    return this.#pages.get(key);
  }

  /** By host and raw URL, without parsing. */
  getByAlias(alias: string): CachedPage | undefined {
    return this.#byAlias.get(alias);
  }

  isKept(page: CachedPage): boolean {
    return this.#weights.has(page);
  }

  /** Counts as used now. */
  touch(page: CachedPage): void {
    if (page === this.#newest) return;
    this.#pages.delete(page.key);
    this.#pages.set(page.key, page);
    this.#newest = page;
  }

  /** Keeps the page, unless there is little room and its key was never asked for before. @returns whether it is kept. */
  add(page: CachedPage): boolean {
    const known = this.#pages.get(page.key);
    if (known) this.remove(known);
    const bytes = page.bytes;
    if (bytes > this.#maxBytes / 4) return false;
    if (this.#bytes + bytes > this.#maxBytes * crowded && !known && !this.#wasSeen(page.key)) return false;
    this.#pages.set(page.key, page);
    this.#newest = page;
    for (const tag of page.tags) {
      const tagged = this.#byTag.get(tag);
      if (tagged) tagged.add(page);
      else this.#byTag.set(tag, new Set([page]));
    }
    this.#weigh(page, bytes);
    return true;
  }

  /** Has the page found under a raw address. */
  addAlias(page: CachedPage, alias: string): void {
    if (!this.isKept(page) || alias.length > longestAlias || this.#byAlias.get(alias) === page) return;
    page.aliases.push(alias);
    this.#byAlias.set(alias, page);
    if (page.aliases.length > mostAliases) for (const oldest of page.aliases.splice(1, 1)) this.#byAlias.delete(oldest);
    this.#weigh(page, page.bytes);
  }

  /** To be called when a kept page has grown or shrunk. */
  reweigh(page: CachedPage): void {
    if (this.isKept(page)) this.#weigh(page, page.bytes);
  }

  remove(page: CachedPage): void {
    if (!this.isKept(page)) return;
    this.#bytes -= this.#weights.get(page) ?? 0;
    this.#weights.delete(page);
    this.#pages.delete(page.key);
    if (this.#newest === page) this.#newest = undefined;
    for (const alias of page.aliases) if (this.#byAlias.get(alias) === page) this.#byAlias.delete(alias);
    for (const tag of page.tags) {
      const tagged = this.#byTag.get(tag);
      tagged?.delete(page);
      if (tagged?.size === 0) this.#byTag.delete(tag);
    }
  }

  /** Removes every page made from one of the tags. */
  purge(changed: ChangedTags): void {
    if (isEverything(changed)) this.clear();
    else for (const tag of changed) for (const page of this.#byTag.get(tag) ?? []) this.remove(page);
  }

  clear(): void {
    this.#pages.clear();
    this.#byAlias.clear();
    this.#byTag.clear();
    this.#weights.clear();
    this.#bytes = 0;
    this.#newest = undefined;
  }

  #weigh(page: CachedPage, bytes: number): void {
    this.#bytes += bytes - (this.#weights.get(page) ?? 0);
    this.#weights.set(page, bytes);
    while (this.#bytes > this.#maxBytes) {
      const [leastRecent] = this.#pages.values();
      if (!leastRecent) return;
      this.remove(leastRecent);
    }
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
