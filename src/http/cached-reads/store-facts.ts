import type { Database } from "#db/database.ts";
import type { Currency } from "#platform/money.ts";
import {
  type CategoryTree,
  type CountCategory,
  countCategories,
  getCategoryTree,
} from "#shop/catalogue/category-tree.ts";
import type { ReadCatalogue } from "#shop/catalogue/index/catalogue-index.ts";
import { listForms } from "#shop/contact/forms/contact-forms.ts";
import { findForm } from "#shop/contact/forms/find-form.rules.ts";
import { type OpenForm, openForm } from "#shop/contact/forms/open-form.ts";
import type { Menus } from "#shop/content/article.ts";
import { getMenus } from "#shop/content/menus.ts";
import type { DeliveryZone } from "#shop/delivery/delivery.ts";
import { listDeliveryZones } from "#shop/delivery/delivery-zones.ts";
import { currencyOf } from "#shop/settings/settings.ts";
import { getTaxedSettings } from "#shop/taxes/tax-rates.ts";
import type { TaxedSettings } from "#shop/taxes/tax-terms.rules.ts";
import type { Freshness } from "../freshness.ts";
import { cachedRead } from "./cached-read.ts";

/** Data that nearly every response needs and that rarely changes: not with the products. */
export interface StoreFacts {
  settings: TaxedSettings;
  currency: Currency;
  menus: Menus;
  categories: CategoryTree;
  /** Delivery zones and methods; their changes are announced as changes of the settings. */
  zones: readonly DeliveryZone[];
  /** The contact form in the footer; undefined without. */
  footerForm: OpenForm | undefined;
}

/** Caches the store's facts until one of them changes. */
export class StoreFactsCache {
  /** Returns the current facts: the same object until one of them changes. */
  readonly get: () => Promise<StoreFacts>;
  /** Returns the current numbers of products by category. */
  readonly counts: () => Promise<CountCategory>;

  constructor(db: Database, freshness: Freshness, readCatalogue: ReadCatalogue = async () => undefined) {
    this.get = cachedRead(freshness, ["settings", "menus", "categories", "contact-forms"], () => readFacts(db));
    this.counts = cachedRead(freshness, ["categories", "products"], async () => {
      const [{ categories }, view] = await Promise.all([this.get(), readCatalogue()]);
      return countCategories(db, categories, view);
    });
  }
}

async function readFacts(db: Database): Promise<StoreFacts> {
  const [settings, menus, categories, zones] = await Promise.all([
    getTaxedSettings(db),
    getMenus(db),
    getCategoryTree(db),
    listDeliveryZones(db),
  ]);
  const form = settings.footer_form === "" ? undefined : findForm(await listForms(db), settings.footer_form);
  const footerForm = form && openForm(form);
  return { settings, currency: currencyOf(settings), menus, categories, zones, footerForm };
}
