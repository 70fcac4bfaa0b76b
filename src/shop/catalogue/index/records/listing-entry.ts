import { taxClassKey } from "../../../taxes/tax-place.rules.ts";
import { stockStatusOf } from "../../availability.rules.ts";
import type { ProductType } from "../../product.ts";
import { isOfParts, pricedParts, stockFactsOf } from "../../product-card.ts";
import type { SellableRecord } from "../../product-record.ts";
import { pricedOf } from "../../product-record.ts";
import type { Offer } from "../offers.ts";

/** The data of a product that listings filter and sort by. */
export interface ListingEntry {
  id: number;
  /** Name without case, accents and punctuation, after a space; for sorting and searching. */
  nameKey: string;
  /** Searchable words, each once, separated by spaces; "" for products that no search shows. */
  words: string;
  /** Further words of its short description and facts, not in `words`. */
  shortWords: string;
  /** Further words of its description, in neither of the two. */
  longWords: string;
  position: number;
  /** Milliseconds since 1970. */
  createdAt: number;
  totalSales: number;
  /** Mean of the ratings, 0 without any. */
  rating: number;
  ratingCount: number;
  /** Its own price, or the prices of its parts. */
  offers: readonly Offer[];
  /** It, or one of its variations, is available (now or on backorder). */
  isInStock: boolean;
  isFeatured: boolean;
  /** It is sold by another shop. */
  isExternal: boolean;
  isListed: boolean;
  isSearchable: boolean;
  categoryIds: readonly number[];
  tagIds: readonly number[];
  /** `attribute slug=value slug` of the shop's own attributes. */
  values: readonly string[];
}

/** The columns of a product that its entry is made from. */
export interface EntryRecord {
  type: ProductType;
  nameKey: string;
  words: string;
  shortWords: string;
  longWords: string;
  visibility: "visible" | "catalog" | "search" | "hidden";
  position: number;
  createdAt: number;
  totalSales: number;
  isFeatured: boolean;
  ratingSum: number;
  ratingCount: number;
  self: SellableRecord;
  /** Published ones; of a grouped product its members', or the members themselves. */
  variations: readonly SellableRecord[];
  categoryIds: readonly number[];
  tagIds: readonly number[];
  values: readonly string[];
}

/** Returns the entry of a product, made by the rules that its card is made by. */
export function toEntry(record: EntryRecord): ListingEntry {
  const { self, type, visibility, ratingSum, variations: _, ...rest } = record;
  const sellables = isOfParts(record) ? pricedParts(record) : [self];
  return {
    ...rest,
    id: self.id,
    rating: record.ratingCount === 0 ? 0 : ratingSum / record.ratingCount,
    offers: sellables.map(offerOf),
    isInStock: (type === "grouped" ? [self] : sellables).some(
      (one) => stockStatusOf(stockFactsOf(one)) !== "outofstock",
    ),
    isExternal: type === "external",
    isListed: visibility === "visible" || visibility === "catalog",
    isSearchable: visibility === "visible" || visibility === "search",
  };
}

function offerOf(sellable: SellableRecord): Offer {
  const { regularPrice, salePrice, saleStartsAt, saleEndsAt } = pricedOf(sellable);
  return {
    regularPrice,
    salePrice,
    saleStartsAt: saleStartsAt?.getTime() ?? null,
    saleEndsAt: saleEndsAt?.getTime() ?? null,
    taxClass: sellable.taxClass === null ? null : taxClassKey(sellable.taxClass),
  };
}
