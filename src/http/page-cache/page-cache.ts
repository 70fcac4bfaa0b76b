import type { ServerResponse } from "node:http";
import type { Freshness } from "../freshness.ts";
import { CachedPage, type CacheOutcome, type PageRequest, type RenderedPage } from "./cached-page.ts";
import type { Encoding } from "./compression.ts";
import { PageStore } from "./page-store.ts";

export interface PageCacheOptions {
  /** Limit on memory in bytes. Default 64 MiB. */
  maxBytes?: number;
  /** Href of the shop's main style sheet, which browsers that have it name in a cookie. */
  stylesheet?: string;
  /** Ms since 1970. Default: the system clock. */
  now?: () => number;
  /** Called if recompressing a page in the background failed; the page stays as it is. */
  onBackgroundError?: (error: unknown) => void;
}

export interface PageCacheCounts {
  hits: number;
  misses: number;
  stale: number;
  bytes: number;
  pages: number;
}

/** How long (ms) cached pages are served while the change log cannot be read. */
const maxStaleMs = 5 * 60_000;

/** A page is recompressed at the highest quality after this many hits, or at a hit at this age (ms): it will be sent often. */
const recompressAfter = { hits: 10, ageMs: 30_000 };

/**
 * Caches whole public pages, compressed, in memory. A page is dropped the moment one of its tags changes, and a page
 * whose data was read before such a change is never added. One render per page at a time.
 */
export class PageCache {
  /** Href of the shop's main style sheet. */
  readonly stylesheet: string;
  readonly #store: PageStore;
  readonly #freshness: Freshness;
  readonly #now: () => number;
  readonly #onBackgroundError: (error: unknown) => void;
  readonly #recompressQueue: CachedPage[] = [];
  #isRecompressing = false;
  #hits = 0;
  #misses = 0;
  #stale = 0;

  constructor(freshness: Freshness, options: PageCacheOptions = {}) {
    this.stylesheet = options.stylesheet ?? "";
    this.#freshness = freshness;
    this.#store = new PageStore(freshness, options.maxBytes ?? 64 * 1024 * 1024);
    this.#now = options.now ?? Date.now;
    this.#onBackgroundError = options.onBackgroundError ?? (() => {});
  }

  get counts(): PageCacheCounts {
    const { bytes, size: pages } = this.#store;
    return { hits: this.#hits, misses: this.#misses, stale: this.#stale, bytes, pages };
  }

  /** Answers from memory if the raw URL is known and its page may be served. @returns whether it answered. */
  trySend(response: ServerResponse, alias: string, request: PageRequest): boolean {
    const page = this.#store.getByAlias(alias);
    if (page === undefined || !page.has(request.encoding)) return false;
    const now = this.#now();
    const outcome = this.#outcomeOf(page, now);
    if (outcome === undefined) return false;
    this.#count(page, outcome, now);
    page.send(response, request, outcome, now);
    return true;
  }

  /**
   * Returns the page for a key: cached, from a render in progress, or rendered now. If the render fails, all waiting
   * requests reject and nothing is cached.
   */
  async getOrRender(
    key: string,
    encoding: Encoding,
    render: () => Promise<RenderedPage>,
  ): Promise<{ page: CachedPage; outcome: CacheOutcome }> {
    const known = this.#store.get(key);
    const now = this.#now();
    const outcome = known && this.#outcomeOf(known, now);
    if (known && outcome) {
      this.#count(known, outcome, now);
      await this.#addEncoding(known, encoding);
      return { page: known, outcome };
    }
    this.#misses += 1;
    const page = await this.#render(key, encoding, render);
    await this.#addEncoding(page, encoding);
    return { page, outcome: "miss" };
  }

  /** Sends a page returned by `getOrRender`. */
  send(response: ServerResponse, page: CachedPage, request: PageRequest, outcome: CacheOutcome): void {
    page.send(response, request, outcome, this.#now());
  }

  /** Makes a cached page available by host and raw URL, without parsing. */
  addAlias(page: CachedPage, alias: string): void {
    this.#store.addAlias(page, alias);
  }

  #outcomeOf(page: CachedPage, now: number): "hit" | "stale" | undefined {
    if (now >= page.until) {
      this.#store.remove(page);
      return undefined;
    }
    const { unreadableSince } = this.#freshness;
    if (unreadableSince === undefined) return "hit";
    // A future moment is from before the clock stepped back.
    if (unreadableSince > now) this.#freshness.markUnreadable(now);
    return now - unreadableSince < maxStaleMs ? "stale" : undefined;
  }

  #count(page: CachedPage, outcome: "hit" | "stale", now: number): void {
    if (outcome === "hit") this.#hits += 1;
    else this.#stale += 1;
    page.hits += 1;
    this.#store.touch(page);
    const isOften = page.hits >= recompressAfter.hits || now - page.storedAt >= recompressAfter.ageMs;
    // Until a browser asks for brotli there is nothing to recompress.
    if (isOften && page.has("br") && !page.isRecompressed) this.#queueRecompression(page);
  }

  async #addEncoding(page: CachedPage, encoding: Encoding): Promise<void> {
    if (page.has(encoding)) return;
    await page.add(encoding);
    this.#store.reweigh(page);
  }

  async #render(key: string, encoding: Encoding, render: () => Promise<RenderedPage>): Promise<CachedPage> {
    let mayStay = true;
    const make = async () => {
      const moment = this.#freshness.now;
      const rendered = await render();
      // Changes made meanwhile have been purged from shared caches already, or are unknown.
      const isOld = this.#freshness.isUnreadable || !this.#freshness.isCurrent(rendered.tags, moment);
      mayStay = rendered.isCacheable !== false && !isOld;
      return CachedPage.of(key, mayStay ? rendered : { ...rendered, isCacheable: false }, encoding, this.#now());
    };
    return this.#store.load(key, make, (page) => mayStay && page.until > this.#now());
  }

  #queueRecompression(page: CachedPage): void {
    page.isRecompressed = true;
    this.#recompressQueue.push(page);
    if (!this.#isRecompressing) void this.#recompressAll();
  }

  /** One page at a time, off the main thread. */
  async #recompressAll(): Promise<void> {
    this.#isRecompressing = true;
    for (let page = this.#recompressQueue.shift(); page; page = this.#recompressQueue.shift()) {
      if (!this.#store.has(page)) continue;
      await page.recompress().catch(this.#onBackgroundError);
      this.#store.reweigh(page);
    }
    this.#isRecompressing = false;
  }
}
