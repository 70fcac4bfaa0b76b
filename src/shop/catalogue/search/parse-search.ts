import type { Database } from "#db/database.ts";
import { correctSearch } from "./correct-search.ts";
import type { SearchTerms } from "./search-terms.ts";

/** A search as it is answered. */
export interface ParsedSearch {
  /** The text as it was typed. */
  typed: SearchTerms;
  /** The search that is answered: the typed one, or a corrected or relaxed one. */
  terms: SearchTerms;
  /** The text with typos corrected, if the typed one finds nothing and this does. */
  correction: string | null;
  /** The words that are searched for, if no product has all of them. */
  kept: string | null;
  /** Whether products fit the text as it was typed. */
  isFound: boolean;
}

/** The current products, as the parser queries them. */
export interface SearchedProducts {
  /** Returns how many products fit a search. */
  countMatches: (terms: SearchTerms) => number;
  /** Returns whether a product fits it by its name, categories, tags, attributes, brand or SKUs. */
  isNamed: (terms: SearchTerms) => boolean;
  /** Returns how many products have one of a search's words; the last may be half typed. */
  countWord: (terms: SearchTerms, index: number) => number;
  /** Returns a search for as many of the words as one product has; undefined if no product has any that says something. */
  relax: (terms: SearchTerms) => SearchTerms | undefined;
}

export interface SearchSources {
  db: Database;
  /** Returns the words of a text, with the shop's synonyms. */
  readTerms: (text: string) => Promise<SearchTerms>;
  /** Returns the products as they are now. */
  products: () => Promise<SearchedProducts>;
}

/**
 * Reads a text as a search. If no product fits it, misspelled words are corrected, unless `asTyped`; if that finds nothing
 * either, words are left out.
 */
export async function parseSearch(sources: SearchSources, text: string, asTyped: boolean): Promise<ParsedSearch> {
  const { db, products, readTerms } = sources;
  const typed = await readTerms(text);
  const search = { typed, terms: typed, correction: null, kept: null, isFound: true };
  if ((await products()).countMatches(typed) > 0 || typed.words.length === 0) return search;
  const correctedText = await correctSearch(db, typed, await products());
  const corrected = correctedText === undefined ? undefined : await readTerms(correctedText);
  const now = await products();
  const fewer = now.relax(typed);
  if (corrected && isBetter(now, corrected, fewer)) {
    const correction = textOf(corrected);
    if (!asTyped) return { ...search, terms: corrected, correction, isFound: false };
    return { ...search, terms: fewer ?? typed, correction, kept: fewer ? textOf(fewer) : null, isFound: false };
  }
  const most = (corrected && !asTyped && now.relax(corrected)) || fewer;
  return { ...search, terms: most ?? typed, kept: most ? textOf(most) : null, isFound: false };
}

/**
 * Whether a correction finds something: words that only descriptions have together ("sleep acid" for "sleep aid") are a guess,
 * and worse than fewer words that names have.
 */
function isBetter(products: SearchedProducts, corrected: SearchTerms, fewer: SearchTerms | undefined): boolean {
  if (products.countMatches(corrected) === 0) return false;
  return products.isNamed(corrected) || !fewer || !products.isNamed(fewer);
}

function textOf({ name }: SearchTerms): string {
  return name.trim();
}
