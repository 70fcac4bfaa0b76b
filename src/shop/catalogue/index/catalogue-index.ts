import type { ChangeCursor } from "#db/change-log.ts";
import type { Tag } from "#db/changes.ts";
import type { ParsedSearch } from "../search/parse-search.ts";
import type { SearchTerms } from "../search/search-terms.ts";
import type { ListingCounts, ListingFilter } from "./listing-filter.ts";
import type { ShopAttribute } from "./records/listing-records.ts";
import type { SortOrder } from "./sort-orders.ts";

/**
 * Chooses, orders and counts the products that listings, searches and suggestions show.
 *
 * Small changes are applied before an answer. While the index is rebuilt, or many products have changed at once, the previous
 * state answers and `isCurrent` is false; `onCaughtUp` tells when that is over. Readers wait only for the first build, and for
 * the one after an error that left the state half-changed.
 */
export interface CatalogueIndex {
  /**
   * Returns the products as they are at `now`. @throws if an update that it waits for fails: a build, a few changes, or
   * prices that have changed by `now`. The next call tries again.
   */
  read(now: Date): Promise<CatalogueView>;

  /** Like `read`, but undefined while a build would have to be waited for. Never throws. */
  readIfBuilt(now: Date): Promise<CatalogueView | undefined>;

  /**
   * Returns the words of a text, with the shop's synonyms: what it searches for, whatever products there are.
   * @param isHalfTyped whether the text may end in the middle of a synonym
   */
  readTerms(text: string, isHalfTyped?: boolean): Promise<SearchTerms>;

  /**
   * Returns what a text searches for, with the shop's synonyms. Where no product fits it, misspelled words are corrected, unless
   * `asTyped`; if that finds nothing either, words are left out. Cached until something changes.
   */
  parseSearch(text: string, now: Date, asTyped?: boolean): Promise<ParsedSearch>;

  /** Takes note of a change; "*" stands for everything. It is applied by the next `read`. */
  apply(changed: readonly Tag[] | "*"): void;

  /**
   * Writes the index to its file for a quick restart, if it has changed since the last time and not for `quietMs`. A change that
   * comes meanwhile goes first and ends the writing. Waits for a save under way first.
   * @param cursor position in the change log before which everything was given to `apply`
   */
  save(cursor: ChangeCursor, quietMs?: number): Promise<void>;

  /** Whether there were answers that were not current, and `onCaughtUp` has not called its listeners since. */
  readonly isCatchingUp: boolean;

  /** Calls `listener` whenever the index is current again after answers that were not. Returns a function that removes it. */
  onCaughtUp(listener: () => void): () => void;
}

/** The products at one moment. To be used at once: it changes with the index. */
export interface CatalogueView {
  /** Whether it has every change that was announced before it was read. Pages made from a view without are not cached. */
  isCurrent: boolean;
  attributes: readonly ShopAttribute[];
  choose(filter: ListingFilter): Choice;
  /** Returns whether a product has all words of a search in its name, categories, tags, attributes, brand or SKUs. */
  isNamed(search: SearchTerms): boolean;
  /** Returns the number of products that listings show in any of some categories. */
  countListed(categoryIds: readonly number[]): number;
  /** Returns ids of listed bestsellers that this shop sells itself, featured products first. */
  bestsellers(limit: number): number[];
  /** Returns ids of the listed bestsellers of any of a product's categories, without the product. */
  related(id: number, categoryIds: readonly number[], limit: number): number[];
}

/** Reads the index without waiting for a build; undefined where the database has to answer. */
export type ReadCatalogue = () => Promise<CatalogueView | undefined>;

/** The products that a filter leaves. */
export interface Choice {
  /** The number of products on all pages. */
  total: number;
  /** Returns the ids on a page. @param page counted from 1 */
  order(sort: SortOrder, page: number, perPage: number): number[];
  /** Returns how many products further filters would leave. */
  count(): ListingCounts;
}
