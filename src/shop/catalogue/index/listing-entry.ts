import type { Amount } from "#platform/money.ts";
import type { ShowPrice } from "../../taxes/tax-terms.rules.ts";
import { stockStatusOf } from "../availability.rules.ts";
import { currentPrice, nextPriceChange } from "../pricing.rules.ts";
import type { ProductType } from "../product.ts";
import { isOfParts, pricedParts, stockFactsOf } from "../product-card.ts";
import type { SellableRecord } from "../product-record.ts";
import { pricedOf } from "../product-record.ts";
import { shownRecord } from "../shown-record.ts";

/** What listings choose and order products by. */
export interface ListingEntry {
  id: number;
  /** Its name without case, accents and punctuation, after a blank: what it is ordered by, and searches look at. */
  nameKey: string;
  /** What a search finds it by, each word once, parted by blanks; "" for what no search shows. */
  words: string;
  position: number;
  /** Milliseconds since 1970. */
  createdAt: number;
  totalSales: number;
  /** Mean of the ratings, 0 without any. */
  rating: number;
  ratingCount: number;
  /** The lowest and highest price to pay; null: none. */
  min: Amount | null;
  max: Amount | null;
  /** Some price is reduced. */
  isOnSale: boolean;
  /** It, or one of its variations, can be had (now or on backorder). */
  isInStock: boolean;
  isListed: boolean;
  isSearchable: boolean;
  categoryIds: readonly number[];
  tagIds: readonly number[];
  /** `attribute slug=value slug` of the shop's own attributes. */
  values: readonly string[];
  /** When a price changes by itself next (milliseconds since 1970); null: never. */
  until: number | null;
}

/** What is read of a product for its entry. */
export interface EntryRecord {
  type: ProductType;
  nameKey: string;
  words: string;
  visibility: "visible" | "catalog" | "search" | "hidden";
  position: number;
  createdAt: number;
  totalSales: number;
  ratingSum: number;
  ratingCount: number;
  self: SellableRecord;
  /** Published ones; of a grouped product its members', or the members themselves. */
  variations: readonly SellableRecord[];
  categoryIds: readonly number[];
  tagIds: readonly number[];
  values: readonly string[];
}

/** The entry of a product as it is at `now`: by the rules that its card is made by. @param show null: prices as entered */
export function toEntry(record: EntryRecord, now: Date, show: ShowPrice | null): ListingEntry {
  const { self, type, visibility, ratingSum, variations: _, ...rest } = record;
  const sellables = isOfParts(record) ? pricedParts(record) : [self];
  const priced = sellables.map((one) => pricedOf(shownRecord(one, show)));
  const prices = priced.map((one) => currentPrice(one, now)).filter((price) => price !== null);
  const moments = priced.map((one) => nextPriceChange(one, now)?.getTime()).filter((moment) => moment !== undefined);
  return {
    ...rest,
    id: self.id,
    rating: record.ratingCount === 0 ? 0 : ratingSum / record.ratingCount,
    min: prices.length === 0 ? null : Math.min(...prices),
    max: prices.length === 0 ? null : Math.max(...prices),
    isOnSale: priced.some((one) => (currentPrice(one, now) ?? 0) < (one.regularPrice ?? 0)),
    isInStock: (type === "grouped" ? [self] : sellables).some(
      (one) => stockStatusOf(stockFactsOf(one)) !== "outofstock",
    ),
    isListed: visibility === "visible" || visibility === "catalog",
    isSearchable: visibility === "visible" || visibility === "search",
    until: moments.length === 0 ? null : Math.min(...moments),
  };
}
