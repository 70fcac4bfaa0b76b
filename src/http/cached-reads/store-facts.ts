import type { Database } from "#db/database.ts";
import type { Currency } from "#platform/money.ts";
import { type CategoryTree, type CountListed, getCategoryTree } from "#shop/catalogue/category-tree.ts";
import type { Menus } from "#shop/content/article.ts";
import { getMenus } from "#shop/content/menus.ts";
import type { DeliveryZone } from "#shop/delivery/delivery.ts";
import { listDeliveryZones } from "#shop/delivery/delivery-zones.ts";
import { currencyOf } from "#shop/settings/settings.ts";
import { getTaxedSettings } from "#shop/taxes/tax-rates.ts";
import type { TaxedSettings } from "#shop/taxes/tax-terms.rules.ts";
import type { Freshness } from "../freshness.ts";
import { cachedRead } from "./cached-read.ts";

/** Data that nearly every response needs and that rarely changes. */
export interface StoreFacts {
  settings: TaxedSettings;
  currency: Currency;
  menus: Menus;
  categories: CategoryTree;
  /** Delivery zones and methods; their changes are announced as changes of the settings. */
  zones: readonly DeliveryZone[];
}

/** Caches the store's facts until one of them changes. */
export class StoreFactsKeeper {
  /** Returns the current facts. */
  readonly get: () => Promise<StoreFacts>;

  /**
   * @param counter returns a function that counts products by category, if something faster than the database is ready
   */
  constructor(
    db: Database,
    freshness: Freshness,
    counter: () => Promise<CountListed | undefined> = async () => undefined,
  ) {
    // Category counts change with the products.
    this.get = cachedRead(freshness, ["settings", "menus", "categories", "products"], () => readFacts(db, counter));
  }
}

async function readFacts(db: Database, counter: () => Promise<CountListed | undefined>): Promise<StoreFacts> {
  const [settings, menus, categories, zones] = await Promise.all([
    getTaxedSettings(db),
    getMenus(db),
    getCategoryTree(db, counter),
    listDeliveryZones(db),
  ]);
  return { settings, currency: currencyOf(settings), menus, categories, zones };
}
