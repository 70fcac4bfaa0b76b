import type { ServerResponse } from "node:http";
import { CachedPage, type CacheOutcome, type RenderedPage } from "./cached-page.ts";
import type { Encoding } from "./compression.ts";
import { type ChangedTags, PageGenerations } from "./page-generations.ts";
import { PageStore } from "./page-store.ts";

export interface PageCacheOptions {
  /** Bound of everything kept, in bytes. Default 64 MiB. */
  maxBytes?: number;
  /** Ms since 1970. Default: the machine's clock. */
  now?: () => number;
  /** Told when packing a page tighter in the background failed; the page stays as it is. */
  onBackgroundError?: (error: unknown) => void;
}

export interface PageCacheCounts {
  hits: number;
  misses: number;
  stale: number;
  bytes: number;
  pages: number;
}

/** What of a request decides about the form of the answer. */
export interface PageRequest {
  method: string | undefined;
  ifNoneMatch: string | undefined;
  encoding: Encoding;
}

interface Flight {
  startedAt: number;
  page: Promise<CachedPage>;
}

/** How long (ms) the pages there are are served while the change log cannot be read. */
const longestStale = 5 * 60_000;

/** After this many hits a page is worth packing tighter. */
const hitsBeforeTightening = 10;

/**
 * Whole pages, the same bytes for everybody, compressed in memory. A page leaves the moment something that it was made
 * from changes, and one whose data was read before such a change never enters. One render per page at a time.
 */
export class PageCache {
  readonly #store: PageStore;
  readonly #generations = new PageGenerations();
  readonly #flights = new Map<string, Flight>();
  readonly #now: () => number;
  readonly #onBackgroundError: (error: unknown) => void;
  readonly #toTighten: CachedPage[] = [];
  #tightening = false;
  /** Since when (ms since 1970) the change log cannot be read; undefined while it can. */
  #lostAt: number | undefined;
  #hits = 0;
  #misses = 0;
  #stale = 0;

  constructor(options: PageCacheOptions = {}) {
    this.#store = new PageStore(options.maxBytes ?? 64 * 1024 * 1024);
    this.#now = options.now ?? Date.now;
    this.#onBackgroundError = options.onBackgroundError ?? (() => {});
  }

  get counts(): PageCacheCounts {
    const { bytes, size: pages } = this.#store;
    return { hits: this.#hits, misses: this.#misses, stale: this.#stale, bytes, pages };
  }

  /** Answers from memory when the raw address is known and the page may be served. @returns whether it answered. */
  trySend(response: ServerResponse, alias: string, request: PageRequest): boolean {
    const page = this.#store.getByAlias(alias);
    if (page === undefined || !page.has(request.encoding)) return false;
    const now = this.#now();
    const outcome = this.#outcomeOf(page, now);
    if (outcome === undefined) return false;
    this.#count(page, outcome);
    page.send(response, request, outcome, now);
    return true;
  }

  /**
   * The page under a key: from memory, from a render under way, or rendered now. A failing render fails everybody who
   * waits for it, once, and nothing is kept.
   */
  async getOrRender(
    key: string,
    encoding: Encoding,
    render: () => Promise<RenderedPage>,
  ): Promise<{ page: CachedPage; outcome: CacheOutcome }> {
    const known = this.#store.get(key);
    const outcome = known && this.#outcomeOf(known, this.#now());
    if (known && outcome) {
      this.#count(known, outcome);
      await this.#addEncoding(known, encoding);
      return { page: known, outcome };
    }
    this.#misses += 1;
    const page = await this.#join(key, encoding, render);
    await this.#addEncoding(page, encoding);
    return { page, outcome: "miss" };
  }

  /** Answers with a page that `getOrRender` gave. */
  send(response: ServerResponse, page: CachedPage, request: PageRequest, outcome: CacheOutcome): void {
    page.send(response, request, outcome, this.#now());
  }

  /** Has a kept page found under host and raw URL, without parsing, from now on. */
  addAlias(page: CachedPage, alias: string): void {
    this.#store.addAlias(page, alias);
  }

  /** Drops what was made from these, at once: after it returns no request gets the old page. */
  purge(changed: ChangedTags): void {
    this.#generations.advance(changed);
    this.#store.purge(changed);
  }

  /** The change log cannot be read: keeps nothing new, serves what there is for five minutes as stale. */
  markLost(): void {
    this.#lostAt ??= this.#now();
  }

  /** The change log can be read again, and what changed meanwhile was purged. */
  markRestored(): void {
    this.#lostAt = undefined;
  }

  #outcomeOf(page: CachedPage, now: number): "hit" | "stale" | undefined {
    if (now >= page.until) {
      this.#store.remove(page);
      return undefined;
    }
    if (this.#lostAt === undefined) return "hit";
    return now - this.#lostAt < longestStale ? "stale" : undefined;
  }

  #count(page: CachedPage, outcome: "hit" | "stale"): void {
    if (outcome === "hit") this.#hits += 1;
    else this.#stale += 1;
    page.hits += 1;
    this.#store.touch(page);
    if (page.hits === hitsBeforeTightening) this.#tightenLater(page);
  }

  async #addEncoding(page: CachedPage, encoding: Encoding): Promise<void> {
    if (page.has(encoding)) return;
    await page.add(encoding);
    this.#store.reweigh(page);
  }

  /** Waits for the render under way, unless something has changed since it began: then its answer may be too old. */
  #join(key: string, encoding: Encoding, render: () => Promise<RenderedPage>): Promise<CachedPage> {
    const underWay = this.#flights.get(key);
    if (underWay && underWay.startedAt === this.#generations.now) return underWay.page;
    const startedAt = this.#generations.now;
    const flight: Flight = { startedAt, page: this.#render(key, encoding, render, startedAt) };
    this.#flights.set(key, flight);
    const land = () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    flight.page.then(land, land);
    return flight.page;
  }

  async #render(
    key: string,
    encoding: Encoding,
    render: () => Promise<RenderedPage>,
    startedAt: number,
  ): Promise<CachedPage> {
    const rendered = await render();
    const page = await CachedPage.of(key, rendered, encoding, this.#now());
    const mayStay = rendered.isKept !== false && this.#lostAt === undefined && page.until > this.#now();
    if (mayStay && this.#generations.isCurrent(page.tags, startedAt)) this.#store.add(page);
    return page;
  }

  #tightenLater(page: CachedPage): void {
    this.#toTighten.push(page);
    if (!this.#tightening) void this.#tightenAll();
  }

  /** One page at a time, off the main thread. */
  async #tightenAll(): Promise<void> {
    this.#tightening = true;
    for (let page = this.#toTighten.shift(); page; page = this.#toTighten.shift()) {
      if (!this.#store.isKept(page)) continue;
      await page.tighten().catch(this.#onBackgroundError);
      this.#store.reweigh(page);
    }
    this.#tightening = false;
  }
}
