import { storePriceShower, type TaxedSettings } from "../taxes/tax-terms.rules.ts";
import { availabilityOf, type StockFacts, stockStatusOf } from "./availability.rules.ts";
import type { CategoryTree } from "./category-tree.ts";
import type { Picture } from "./pictures/picture.ts";
import { currentPrice, nextPriceChange, rangeLabel, variationLabel } from "./pricing.rules.ts";
import type { Availability, PriceLabel, ProductCard, Rating } from "./product.ts";
import { type CardRecord, pricedOf, type SellableRecord } from "./product-record.ts";
import { shownOffer } from "./shown-offer.ts";
import { shownRecord } from "./shown-record.ts";

/** The inputs of a card besides its record. */
export interface CatalogueContext {
  settings: TaxedSettings;
  categories: CategoryTree;
  now: Date;
}

export function stockFactsOf(record: SellableRecord): StockFacts {
  return { ...record, hasPrice: record.regularPrice !== null };
}

/**
 * Returns a variation with its inherited values: its parent's stock if it has none of its own, and the parent's limits.
 * Source: the protocol's variations whose "manage stock" is "parent".
 */
export function inheriting(variation: SellableRecord, parent: SellableRecord): SellableRecord {
  const limits = {
    soldIndividually: parent.soldIndividually,
    minQuantity: variation.minQuantity ?? parent.minQuantity,
    maxQuantity: variation.maxQuantity ?? parent.maxQuantity,
    lowStockAmount: variation.lowStockAmount ?? parent.lowStockAmount,
    bulkOffer: variation.bulkOffer ?? parent.bulkOffer,
    taxClass: inheritedTaxClass(variation, parent),
  };
  if (variation.managesStock || !parent.managesStock) return { ...variation, ...limits };
  const { managesStock, stockQuantity, backorders } = parent;
  return { ...variation, ...limits, managesStock, stockQuantity, backorders };
}

function inheritedTaxClass(variation: SellableRecord, parent: SellableRecord): string | null {
  if (variation.taxClass === null || parent.taxClass === null) return null;
  return ["", "parent"].includes(variation.taxClass.trim().toLowerCase()) ? parent.taxClass : variation.taxClass;
}

interface Parts {
  type: CardRecord["type"];
  self: SellableRecord;
  variations: readonly SellableRecord[];
}

/** Returns whether its price is that of its parts: a variable product's variations, a grouped one's members. */
export function isOfParts({ type }: Pick<Parts, "type">): boolean {
  return type === "variable" || type === "grouped";
}

/** Returns the parts with a price. Variations inherit from the product; members of a group do not. */
export function pricedParts({ type, self, variations }: Parts): SellableRecord[] {
  const priced = variations.filter(({ regularPrice }) => regularPrice !== null);
  return type === "grouped" ? priced : priced.map((variation) => inheriting(variation, self));
}

/** Returns the card of a record, priced at `context.now` as the store shows prices. */
export function toCard(record: CardRecord, context: CatalogueContext): ProductCard {
  const show = storePriceShower(context.settings);
  const self = shownRecord(record.self, show);
  const variations = pricedParts(record).map((part) => shownRecord(part, show));
  const {
    self: _self,
    variations: _variations,
    optionNames: _optionNames,
    ratingSum,
    ratingCount,
    pictures,
    categoryIds,
    ...rest
  } = record;
  return {
    ...rest,
    id: self.id,
    sku: record.sku ?? "",
    bulkOffer: shownOffer({ ...record, self }, variations, context.now),
    price: isOfParts(record) ? rangeOf(variations, context.now) : labelOf(self, context.now),
    rating: ratingOf(ratingSum, ratingCount),
    availability: cardAvailability(record, variations, context),
    pictures: describedBy(pictures, record.name),
    categories: context.categories.resolve(categoryIds),
  };
}

/** Uses the product's name as the alt text of pictures without one. */
export function describedBy(pictures: readonly Picture[], name: string): Picture[] {
  return pictures.map((picture) => ({ ...picture, alt: picture.alt || name }));
}

/** Returns when one of these records next changes its price by schedule, or null. */
export function nextChangeOf(records: readonly CardRecord[], now: Date): Date | null {
  const moments = records
    .flatMap((record) => [record.self, ...record.variations])
    .map((record) => nextPriceChange(pricedOf(record), now))
    .filter((moment) => moment !== null);
  return moments.length === 0 ? null : new Date(Math.min(...moments.map((moment) => moment.getTime())));
}

function cardAvailability(
  record: CardRecord,
  variations: readonly SellableRecord[],
  context: CatalogueContext,
): Availability {
  const own = availabilityOf(stockFactsOf(record.self), context.settings);
  if (record.type === "grouped" || record.type === "external") return { ...own, isPurchasable: false };
  if (record.type !== "variable") return own;
  const statuses = variations.map((variation) => stockStatusOf(stockFactsOf(variation)));
  const status = statuses.find((one) => one === "instock") ?? statuses.find((one) => one === "onbackorder");
  const isPurchasable = record.self.status === "publish" && status !== undefined;
  return { ...own, status: status ?? "outofstock", isPurchasable, maxQuantity: record.self.maxQuantity };
}

function labelOf(record: SellableRecord, now: Date): PriceLabel | null {
  const priced = pricedOf(record);
  const price = currentPrice(priced, now);
  if (price === null) return null;
  return variationLabel({ price, regularPrice: priced.regularPrice ?? price });
}

function rangeOf(variations: readonly SellableRecord[], now: Date): PriceLabel | null {
  return rangeLabel(variations.map((variation) => labelOf(variation, now)).filter((label) => label !== null));
}

/** Returns the mean, rounded to two decimals. */
function ratingOf(sum: number, count: number): Rating {
  return { average: count === 0 ? 0 : Math.round((sum / count) * 100) / 100, count };
}
