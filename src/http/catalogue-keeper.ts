import { setImmediate as nextTurn } from "node:timers/promises";
import type { Tag } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import type { CountListed } from "#shop/catalogue/category-tree.ts";
import { type EntryRecord, toEntry } from "#shop/catalogue/listing-entry.ts";
import {
  listAttributes,
  listEntryRecords,
  listEntryRecordsAfter,
  type ShopAttribute,
} from "#shop/catalogue/listing-records.ts";
import { ProductSets } from "#shop/catalogue/product-sets.ts";
import { correctSearch, readSearch, type SearchTerms } from "#shop/catalogue/search-terms.ts";
import { searchSortOrders, sortOrders } from "#shop/catalogue/sort-orders.ts";
import { getTaxedSettings } from "#shop/taxes/tax-rates.ts";
import { type ShowPrice, storePriceShower } from "#shop/taxes/tax-terms.rules.ts";
import { type ChangedTags, isEverything } from "./page-generations.ts";

/** Searches that are kept as they were read: who searches goes on to narrow, order and turn pages. */
const mostSearches = 1_000;

/**
 * How long (ms) the catalogue serves that was read while no news arrive: what others change meanwhile is seen so much later
 * at most. A fifth of what decision 0003 allows pages; reading a large shop takes seconds.
 */
const longestUnheard = 60_000;

export interface Catalogue {
  products: ProductSets;
  attributes: readonly ShopAttribute[];
  /** How the store shows prices; a change of that is one of everything. */
  show: ShowPrice | null;
}

/**
 * Keeps the sets of the shop's products in memory: made when first asked for and after a change of everything, else
 * mended by reading the products that changed before anybody reads it again.
 */
export class CatalogueKeeper {
  readonly #db: Database;
  readonly #batchSize: number;
  #made: Promise<Catalogue> | undefined;
  /** Those that were made to their end. */
  readonly #ready = new WeakSet<Promise<Catalogue>>();
  /** Those who wait only as long as what is made stays. */
  readonly #waiting = new Set<() => void>();
  readonly #changed = new Set<number>();
  #areAttributesOld = false;
  /** Searches by text, the least recently asked first. */
  readonly #searches = new Map<string, Promise<SearchTerms>>();
  #isNewsLost = false;
  /** When the reading of what is kept began. */
  #madeAt = new Date(0);
  /** One mends at a time; all who come meanwhile wait for one more, which begins after the first. */
  #mending: Promise<Catalogue> | undefined;
  #next: Promise<Catalogue> | undefined;
  /** The latest of the moments that those who wait asked for. */
  #nextAt = new Date(0);

  /** @param batchSize products read at a time while the sets are made: other requests have their turn in between */
  constructor(db: Database, batchSize = 5_000) {
    this.#db = db;
    this.#batchSize = batchSize;
  }

  /**
   * The catalogue with every change that was announced before the call, priced at `now`. While no news arrive those of other
   * processes are read once a minute, in one reading for all who ask.
   */
  get(now: Date): Promise<Catalogue> {
    if (!this.#mending && !this.#next) return this.#begin(now);
    if (now > this.#nextAt) this.#nextAt = now;
    const begin = () => {
      this.#next = undefined;
      return this.#begin(this.#nextAt);
    };
    return (this.#next ??= (this.#mending ?? Promise.resolve()).then(begin, begin));
  }

  /**
   * What counts as `get` would list; undefined while that is not known, or not without reading all products. Whoever lists
   * is told what went wrong.
   */
  counter(now: Date): Promise<CountListed | undefined> {
    if (this.#isNewsLost || !this.#made || !this.#ready.has(this.#made)) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const giveUp = () => resolve(undefined);
      this.#waiting.add(giveUp);
      this.get(now)
        .then(({ products }) => resolve((ids) => products.countListed(ids)), giveUp)
        .finally(() => this.#waiting.delete(giveUp));
    });
  }

  /**
   * What a text searches for. Where nothing is found, words that no product has are taken for the known ones most like
   * them. Read once until a product changes.
   */
  search(text: string, now: Date): Promise<SearchTerms> {
    const search = this.#searches.get(text) ?? this.#read(text, now);
    if (this.#isNewsLost) return search;
    this.#searches.delete(text);
    this.#searches.set(text, search);
    search.catch(() => {
      if (this.#searches.get(text) === search) this.#searches.delete(text);
    });
    const [leastRecent] = this.#searches.keys();
    if (this.#searches.size > mostSearches && leastRecent !== undefined) this.#searches.delete(leastRecent);
    return search;
  }

  /** To be called with every change announced by this or another process. */
  forget(changed: ChangedTags): void {
    this.#searches.clear();
    if (isEverything(changed)) this.#drop();
    else for (const tag of changed) this.#note(tag);
  }

  /** While the connection for news is lost, no search is kept, and the catalogue for a minute. */
  setNewsLost(isLost: boolean): void {
    this.#isNewsLost = isLost;
    this.#drop();
    this.#searches.clear();
  }

  #drop(): void {
    this.#made = undefined;
    for (const giveUp of this.#waiting) giveUp();
  }

  async #read(text: string, now: Date): Promise<SearchTerms> {
    const [terms, { products }] = await Promise.all([readSearch(this.#db, text), this.get(now)]);
    if (products.finds(terms)) return terms;
    return (await correctSearch(this.#db, text)) ?? terms;
  }

  #note(tag: Tag): void {
    if (tag === "products") this.#areAttributesOld = true;
    else if (tag.startsWith("product:")) this.#changed.add(Number(tag.slice("product:".length)));
  }

  #begin(now: Date): Promise<Catalogue> {
    const mending = this.#mend(now);
    this.#mending = mending;
    const end = () => {
      if (this.#mending === mending) this.#mending = undefined;
    };
    mending.then(end, end);
    return mending;
  }

  async #mend(now: Date): Promise<Catalogue> {
    for (;;) {
      if (this.#isNewsLost && now.getTime() - this.#madeAt.getTime() >= longestUnheard) this.#drop();
      const made = (this.#made ??= this.#make(now));
      const catalogue = await made;
      const ids = [...new Set([...this.#changed, ...catalogue.products.due(now)])];
      if (made === this.#made && ids.length === 0 && !this.#areAttributesOld) return catalogue;
      if (made === this.#made) await this.#renew(catalogue, ids, now);
    }
  }

  /** Reads products again. Of what was not read, or put into sets that are no more, it stays known that it changed. */
  async #renew(catalogue: Catalogue, ids: readonly number[], now: Date): Promise<void> {
    const made = this.#made;
    const areAttributesOld = this.#areAttributesOld;
    this.#changed.clear();
    this.#areAttributesOld = false;
    let isRenewed = false;
    try {
      const attributes = areAttributesOld ? await listAttributes(this.#db) : catalogue.attributes;
      const records = ids.length > 0 ? await listEntryRecords(this.#db, ids, attributes) : [];
      if (made !== this.#made) return;
      catalogue.attributes = attributes;
      const there = new Set(records.map(({ self }) => self.id));
      for (const id of ids) if (!there.has(id)) catalogue.products.remove(id);
      for (const record of records) catalogue.products.put(toEntry(record, now, catalogue.show));
      isRenewed = true;
    } finally {
      if (!isRenewed) {
        for (const id of ids) this.#changed.add(id);
        this.#areAttributesOld ||= areAttributesOld;
      }
    }
  }

  #make(now: Date): Promise<Catalogue> {
    this.#changed.clear();
    this.#areAttributesOld = false;
    this.#madeAt = now;
    const made = make(this.#db, now, this.#batchSize);
    made.then(
      () => this.#ready.add(made),
      () => {
        if (this.#made === made) this.#made = undefined;
      },
    );
    return made;
  }
}

async function make(db: Database, now: Date, batchSize: number): Promise<Catalogue> {
  const products = new ProductSets();
  const [attributes, settings] = await Promise.all([listAttributes(db), getTaxedSettings(db)]);
  const show = storePriceShower(settings);
  for await (const records of batchesOf(db, attributes, batchSize))
    for (const record of records) products.put(toEntry(record, now, show));
  for (const sort of new Set([...sortOrders, ...searchSortOrders])) {
    products.prepare(sort);
    await nextTurn();
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
    // It is waited for in its turn; who gives up before that has an error of its own to tell.
    reading.catch(() => {});
    yield records;
  }
}
