import type { Database } from "#db/database.ts";
import type { ShowPrice } from "../../taxes/tax-terms.rules.ts";
import { type EntryRecord, toEntry } from "./listing-entry.ts";
import { listAttributes, listEntryRecordsAfter, type ShopAttribute } from "./listing-records.ts";
import { ProductSets } from "./product-sets.ts";
import { searchSortOrders, sortOrders } from "./sort-orders.ts";
import { TimeSlices } from "./time-slices.ts";

export interface IndexSources {
  db: Database;
  /** Returns how the store shows prices; null: as they were entered. */
  readShowPrice: () => Promise<ShowPrice | null>;
}

/** Everything that answers are made from. */
export interface IndexState {
  products: ProductSets;
  attributes: readonly ShopAttribute[];
  show: ShowPrice | null;
}

/** Reads all products, in slices between which requests are answered. @param batchSize products per statement */
export async function buildIndex(
  { db, readShowPrice }: IndexSources,
  now: Date,
  batchSize: number,
): Promise<IndexState> {
  const products = new ProductSets();
  const slices = new TimeSlices();
  const [attributes, show] = await Promise.all([listAttributes(db), readShowPrice()]);
  for await (const records of batchesOf(db, attributes, batchSize))
    for (const record of records) {
      products.put(toEntry(record, now, show));
      if (slices.isOver) await slices.next();
    }
  for (const sort of new Set([...sortOrders, ...searchSortOrders])) {
    products.prepare(sort);
    await slices.next();
  }
  return { products, attributes, show };
}

/** All products by their ids. The database reads the next batch while the one before it is worked on. */
async function* batchesOf(
  db: Database,
  attributes: readonly ShopAttribute[],
  batchSize: number,
): AsyncGenerator<EntryRecord[]> {
  let reading = listEntryRecordsAfter(db, 0, batchSize, attributes);
  for (;;) {
    const records = await reading;
    const last = records.at(-1);
    if (!last || records.length < batchSize) {
      yield records;
      return;
    }
    reading = listEntryRecordsAfter(db, last.self.id, batchSize, attributes);
    // Awaited in the next round; if the build ends before, its own error is the one to report.
    reading.catch(() => {});
    yield records;
  }
}
