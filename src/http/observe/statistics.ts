import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import { decoded, type Source, sourceOf } from "#shop/attribution/sources.rules.ts";
import type { AddedLine } from "#shop/cart/lines/put-answer.ts";
import { countStatistics, type PageKind, type Statistic } from "#shop/statistics/statistics.ts";
import { type NamedVisits, visitName } from "#shop/statistics/visit-names.ts";
import { isMobile, isRobot } from "../visit/user-agents.ts";
import { writeRegularly } from "../write-regularly.ts";

/** Distinct counts remembered between two writes; beyond it products are not told apart. */
const maxCounts = 5000;

/** Distinct names of campaigns and sites remembered between two writes; visits of others are counted without one. */
const maxNames = 500;

/**
 * Pages, and ways in which visits began, that are remembered between two writes, and their longest key: parsing addresses takes
 * longer than a cached page.
 */
const maxRemembered = 1000;
const maxKeyLength = 500;

/** How often (ms) counts are written. */
const writeInterval = 60_000;

const noSource = { hasSession: false, hasSource: false };

export interface CountedPage {
  kind: PageKind;
  /** A product's, as in the URL; "" for other pages. */
  slug: string;
  /** Whether the URL has a secret, so that nothing of its query may be recorded. */
  hasSecret: boolean;
}

/** The counts of one page's views on one kind of device. */
type ViewsBySource = Map<Statistic["source"], Statistic>;

/** A page with the counts of its views since the last write, so that a further view looks up no key. */
interface ViewedPage extends CountedPage {
  onPhones: ViewsBySource;
  onComputers: ViewsBySource;
}

/** Returns the page at a site-relative URL; null if it is none. */
type PageOf = (url: string) => CountedPage | null;

/**
 * Counts page views and additions to the cart in memory, without anything that tells visitors apart. Each process writes its
 * own; a crash loses a minute at most. Counts of a failed write are written with the next.
 */
export class Statistics {
  readonly #db: Database;
  readonly #pageOf: PageOf;
  #counted = new Map<string, Statistic>();
  #names = new Map<string, NamedVisits>();
  /** By site-relative URL. */
  readonly #pages = new Map<string, ViewedPage | null>();
  /** By host, referrer and query. */
  readonly #entries = new Map<string, Entry | null>();

  constructor(db: Database, pageOf: PageOf) {
    this.#db = db;
    this.#pageOf = pageOf;
  }

  /** Counts the answered view of a page. Runs for cached pages too, so it does no more than needed. */
  readonly addView = ({ method, url = "", headers }: IncomingMessage, { statusCode }: ServerResponse): void => {
    if (method !== "GET" || (statusCode !== 200 && statusCode !== 304)) return;
    if (!isNavigation(headers) || isRobot(headers)) return;
    const page = remembered(this.#pages, url, () => this.#viewedPage(url), hasNoSecret);
    if (page === null) return;
    const entry = this.#entryOf(page.hasSecret ? "" : url, headers);
    this.#addViewOf(page, entry?.type ?? "", isMobile(headers));
    if (entry && entry.type !== "typein") this.#addName(entry.type, visitName(entry));
  };

  /** Counts products added to the cart, each once; a repeated request is not counted again. */
  addToCart(headers: IncomingHttpHeaders, added: readonly AddedLine[]): void {
    if (isRobot(headers)) return;
    for (const { productId, isRepeat } of added)
      if (!isRepeat) this.#add({ event: "add", slug: "", productId, source: "", isMobile: isMobile(headers) });
  }

  async write(now: Date): Promise<void> {
    const [statistics, names] = [[...this.#counted.values()], [...this.#names.values()]];
    this.#counted = new Map();
    this.#names = new Map();
    this.#pages.clear();
    this.#entries.clear();
    const named = statistics.map((one) => ({ ...one, slug: decoded(one.slug) }));
    try {
      await countStatistics(this.#db, { statistics: named, names }, now.toISOString().slice(0, 10));
    } catch (error) {
      for (const { times, ...one } of statistics) this.#add(one, times);
      for (const { source, name, visits } of names) this.#addName(source, name, visits);
      throw error;
    }
  }

  /** Returns how a visit begins with this page; null if the shop's own page led to it. */
  #entryOf(url: string, headers: IncomingHttpHeaders): Entry | null {
    if (headers["sec-fetch-site"] === "same-origin") return null;
    const { referer = "", host = "" } = headers;
    const mark = url.indexOf("?");
    if (referer === "" && mark < 0) return typed;
    const query = mark < 0 ? "" : url.slice(mark);
    return remembered(this.#entries, `${host} ${referer} ${query}`, () => readEntry(host, referer, query));
  }

  #viewedPage(url: string): ViewedPage | null {
    const page = this.#pageOf(url);
    return page && { ...page, onPhones: new Map(), onComputers: new Map() };
  }

  #addViewOf({ kind: event, slug, onPhones, onComputers }: ViewedPage, source: Statistic["source"], isMobile: boolean) {
    const views = isMobile ? onPhones : onComputers;
    const known = views.get(source);
    if (known) known.times += 1;
    else views.set(source, this.#add({ event, slug, productId: 0, source, isMobile }));
  }

  /** Returns the count that was added to. */
  #add(one: Omit<Statistic, "times">, times = 1): Statistic {
    const key = `${one.event} ${one.slug} ${one.productId} ${one.source} ${one.isMobile}`;
    const known = this.#counted.get(key);
    if (known) {
      known.times += times;
      return known;
    }
    if (this.#counted.size >= maxCounts && (one.slug !== "" || one.productId !== 0))
      return this.#add({ ...one, slug: "", productId: 0 }, times);
    const added = { ...one, times };
    this.#counted.set(key, added);
    return added;
  }

  /** @param name as in the address */
  #addName(source: NamedVisits["source"], name: string, visits = 1): void {
    const known = this.#names.get(`${source} ${name}`);
    if (known) known.visits += visits;
    else if (this.#names.size < maxNames || name === "") this.#names.set(`${source} ${name}`, { source, name, visits });
    else this.#addName(source, "", visits);
  }
}

/** Returns the value of a key, read the first time. @param mayRemember whether the key may stay in memory */
function remembered<T>(known: Map<string, T>, key: string, read: () => T, mayRemember?: (value: T) => boolean): T {
  let value = known.get(key);
  if (value === undefined) {
    value = read();
    if (known.size < maxRemembered && key.length <= maxKeyLength && mayRemember?.(value) !== false)
      known.set(key, value);
  }
  return value;
}

const hasNoSecret = (page: ViewedPage | null) => !page?.hasSecret;

/** Opens the counts. They are written every minute, and once more when the server closes. */
export function openStatistics(
  app: FastifyInstance,
  { db, clock, log, pageOf }: { db: Database; clock: Clock; log: Logger; pageOf: PageOf },
): Statistics {
  const statistics = new Statistics(db, pageOf);
  writeRegularly(app, log, {
    everyMs: writeInterval,
    write: () => statistics.write(clock.now()),
    failure: "The statistics could not be written",
  });
  return statistics;
}

/** Returns whether a person opened a page: not a script, a frame or a prefetch. Old browsers do not tell. */
function isNavigation(headers: IncomingHttpHeaders): boolean {
  return (headers["sec-fetch-dest"] ?? "document") === "document" && headers["sec-purpose"] === undefined;
}

const typed = { type: "typein" } as const;

/** How a visit begins. */
type Entry = Source | typeof typed;

/** @param query with its question mark; "" for none */
function readEntry(host: string, referer: string, query: string): Entry | null {
  if (URL.canParse(referer) && new URL(referer).host === host) return null;
  return sourceOf({ url: `https://${host}/${query}`, referrer: referer, at: 0 }, noSource) ?? typed;
}
