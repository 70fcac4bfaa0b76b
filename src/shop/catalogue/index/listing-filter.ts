import type { Amount } from "#platform/money.ts";
import type { SearchTerms } from "../search/search-terms.ts";

/** What a listing shows of the shop. All that is given must hold; of a list, any. */
export interface ListingFilter {
  /** A listing, or a search: they show what is visible there. */
  place: "listing" | "search";
  /** The category page: any of these ids. */
  categoryIds?: readonly number[];
  tagId?: number;
  /** What is searched for. */
  search?: SearchTerms;
  hidesOutOfStock?: boolean;
  chosen?: ChosenFilters;
}

/** What a shopper chose; an empty list chooses nothing. */
export interface ChosenFilters {
  /** Ids of categories with those below them, one list for each that is chosen. */
  categories: readonly (readonly number[])[];
  /** Value slugs by attribute slug, attributes without any left out. */
  attributes: ReadonlyMap<string, readonly string[]>;
  /** In minor units; null: no limit. */
  minPrice: Amount | null;
  maxPrice: Amount | null;
  /** Whole stars (rounded means), 5 to 1. */
  ratings: readonly number[];
  inStock: boolean;
  onSale: boolean;
}

/** What further filters would leave, each counted as if nothing else of its own kind were chosen. */
export interface ListingCounts {
  category(ids: readonly number[]): number;
  value(attribute: string, value: string): number;
  /** Products of these whole stars. */
  ratings(stars: readonly number[]): number;
  inStock: number;
  onSale: number;
  /** The lowest and highest price there are; null without any. */
  prices: { min: Amount; max: Amount } | null;
}
