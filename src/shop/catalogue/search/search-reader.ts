import type { Tag } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { type ParsedSearch, parseSearch, type SearchedProducts } from "./parse-search.ts";
import { SearchCache } from "./search-cache.ts";
import { readSearch, type SearchTerms } from "./search-terms.ts";
import { readSynonymPhrases, type SynonymPhrases, withSynonyms } from "./synonym-phrases.ts";

/** Reads texts as searches, and keeps them and the synonyms until something changes. */
export class SearchReader {
  readonly #db: Database;
  readonly #products: (now: Date) => Promise<SearchedProducts>;
  readonly #terms = new SearchCache<SearchTerms>();
  readonly #searches = new SearchCache<ParsedSearch>();
  #synonyms: Promise<SynonymPhrases> | undefined;

  /** @param products returns the products as they are now */
  constructor(db: Database, products: (now: Date) => Promise<SearchedProducts>) {
    this.#db = db;
    this.#products = products;
  }

  /** See `CatalogueIndex.readTerms`. */
  async readTerms(text: string, isHalfTyped = false): Promise<SearchTerms> {
    const synonyms = await this.#readSynonyms();
    return withSynonyms(await this.#terms.get(text, () => readSearch(this.#db, text)), synonyms, isHalfTyped);
  }

  /** See `CatalogueIndex.parseSearch`. */
  parse(text: string, now: Date, asTyped: boolean): Promise<ParsedSearch> {
    const sources = {
      db: this.#db,
      readTerms: (text: string) => this.readTerms(text),
      products: () => this.#products(now),
    };
    return this.#searches.get(`${Number(asTyped)}${text}`, () => parseSearch(sources, text, asTyped));
  }

  apply(changed: readonly Tag[] | "*"): void {
    this.#terms.clear();
    this.#searches.clear();
    // Their stems depend on a setting.
    if (changed === "*" || changed.includes("synonyms") || changed.includes("settings")) this.#synonyms = undefined;
  }

  #readSynonyms(): Promise<SynonymPhrases> {
    const reading = (this.#synonyms ??= readSynonymPhrases(this.#db));
    reading.catch(() => {
      if (this.#synonyms === reading) this.#synonyms = undefined;
    });
    return reading;
  }
}
