import type { Database } from "#db/database.ts";
import type { ShowPrice } from "../../taxes/tax-terms.rules.ts";
import type { CatalogueView } from "./catalogue-index.ts";
import { ProductSets } from "./product-sets.ts";
import { type ListingEntry, toEntry } from "./records/listing-entry.ts";
import { listAttributes, listEntryRecordsAfter, readSchema, type ShopAttribute } from "./records/listing-records.ts";
import { TimeSlices } from "./time-slices.ts";

/** How the store shows prices. */
export interface StorePricing {
  /** null: as they were entered. */
  show: ShowPrice | null;
  /** The same for settings that show the same prices. */
  key: string;
}

export interface IndexSources {
  db: Database;
  readPricing: () => Promise<StorePricing>;
}

/** Everything that answers are made from. */
export interface IndexState {
  products: ProductSets;
  attributes: readonly ShopAttribute[];
  pricing: StorePricing;
  /** Result of `readSchema` before the products were read. */
  schema: string;
}

/** Reads all products, in slices between which requests are answered. @param batchSize products per statement */
export async function buildIndex({ db, readPricing }: IndexSources, now: Date, batchSize: number): Promise<IndexState> {
  const [attributes, pricing, schema] = await Promise.all([listAttributes(db), readPricing(), readSchema(db)]);
  const batches = batchesOf(db, attributes, batchSize);
  const products = await ProductSets.build(batches, { now, show: pricing.show }, new TimeSlices());
  return { products, attributes, pricing, schema };
}

/** Returns the answers that a state gives. @param isCurrent whether it has every change that is known */
export function viewOf({ products: { choices }, attributes }: IndexState, isCurrent: boolean): CatalogueView {
  return {
    isCurrent,
    attributes,
    choose: (filter) => choices.choose(filter),
    isNamed: (search) => choices.isNamed(search),
    countListed: (categoryIds) => choices.countListed(categoryIds),
    bestsellers: (most) => choices.bestsellers(most),
    related: (id, categoryIds, most) => choices.related(id, categoryIds, most),
  };
}

/** All products by their ids. The database reads the next batch while the one before it is worked on. */
async function* batchesOf(
  db: Database,
  attributes: readonly ShopAttribute[],
  batchSize: number,
): AsyncGenerator<Iterable<ListingEntry>> {
  let reading = listEntryRecordsAfter(db, 0, batchSize, attributes);
  for (;;) {
    const records = await reading;
    const last = records.at(-1);
    const isLast = !last || records.length < batchSize;
    if (!isLast) {
      reading = listEntryRecordsAfter(db, last.self.id, batchSize, attributes);
      // Awaited in the next round; if the build ends before, its own error is the one to report.
      reading.catch(() => {});
    }
    yield entriesOf(records);
    if (isLast) return;
  }
}

/** One by one, so that each is made in the slice of time that puts it in. */
function* entriesOf(records: readonly Parameters<typeof toEntry>[0][]): Iterable<ListingEntry> {
  for (const record of records) yield toEntry(record);
}
