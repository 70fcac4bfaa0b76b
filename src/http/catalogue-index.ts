import type { Database } from "#db/database.ts";
import { type IndexOptions, LiveIndex } from "#shop/catalogue/index/live-index.ts";
import { getTaxedSettings } from "#shop/taxes/tax-rates.ts";
import { storePriceShower } from "#shop/taxes/tax-terms.rules.ts";

/** Opens the catalogue index with prices as the store shows them. */
export function openCatalogueIndex(db: Database, options?: IndexOptions): LiveIndex {
  return new LiveIndex({ db, readShowPrice: async () => storePriceShower(await getTaxedSettings(db)) }, options);
}
