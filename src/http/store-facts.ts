import type { Tag } from "#db/changes.ts";
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

/** What nearly every answer needs and rarely changes. */
export interface StoreFacts {
  settings: TaxedSettings;
  currency: Currency;
  menus: Menus;
  categories: CategoryTree;
  /** Where the shop delivers and how; their changes are announced as the settings'. */
  zones: readonly DeliveryZone[];
}

/** Changes of these make the facts old; the counts of categories change with the products. */
const sources = new Set<Tag>(["settings", "menus", "categories", "products"]);

/** Keeps the store's facts in memory until one of them changes. */
export class StoreFactsKeeper {
  readonly #db: Database;
  readonly #counter: () => Promise<CountListed | undefined>;
  #facts: Promise<StoreFacts> | undefined;
  #isNewsLost = false;

  /** @param counter gives what counts the products of categories, when there is anything quicker than the database */
  constructor(db: Database, counter: () => Promise<CountListed | undefined> = async () => undefined) {
    this.#db = db;
    this.#counter = counter;
  }

  /** The facts as they are: read now after a change or while no news of changes arrive. */
  get(): Promise<StoreFacts> {
    if (this.#isNewsLost) return this.#read();
    if (this.#facts) return this.#facts;
    const facts = this.#read();
    this.#facts = facts;
    facts.catch(() => {
      if (this.#facts === facts) this.#facts = undefined;
    });
    return facts;
  }

  /** To be called with every change announced by this or another process; "*" is everything. */
  forget(tags: readonly Tag[] | "*"): void {
    if (tags === "*" || tags.some((tag) => sources.has(tag))) this.#facts = undefined;
  }

  /** While the change log cannot be read, the facts are read each time; those that were kept hold again afterwards. */
  setNewsLost(isLost: boolean): void {
    this.#isNewsLost = isLost;
  }

  async #read(): Promise<StoreFacts> {
    const db = this.#db;
    const [settings, menus, categories, zones] = await Promise.all([
      getTaxedSettings(db),
      getMenus(db),
      getCategoryTree(db, this.#counter),
      listDeliveryZones(db),
    ]);
    return { settings, currency: currencyOf(settings), menus, categories, zones };
  }
}
