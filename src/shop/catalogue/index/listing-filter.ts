import type { Amount } from "#platform/money.ts";
import type { SearchTerms } from "../search/search-terms.ts";

/** Conditions for the products of a listing. All given conditions must hold; of a list, any element. */
export interface ListingFilter {
  /** A listing, or a search: they show what is visible there. */
  place: "listing" | "search";
  /** The category page: any of these ids. */
  categoryIds?: readonly number[];
  tagId?: number;
  /** The search that products must match. */
  search?: SearchTerms;
  hidesOutOfStock?: boolean;
  chosen?: ChosenFilters;
}

/** Filters that the shopper has chosen; an empty list does not filter. */
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

/** Number of products that each further filter would leave, ignoring chosen filters of the same kind. */
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
