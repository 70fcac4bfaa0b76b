import type { SearchTerms } from "./search-terms.ts";

const maxSearches = 1_000;

/** Parsed searches by text: paging, sorting and filtering a search ask for the same text again. Keeps the 1,000 latest. */
export class SearchCache {
  readonly #searches = new Map<string, Promise<SearchTerms>>();

  /** Returns the parsed search, and calls `parse` where it is not cached. Failures are not cached. */
  get(text: string, parse: () => Promise<SearchTerms>): Promise<SearchTerms> {
    const search = this.#searches.get(text) ?? parse();
    this.#searches.delete(text);
    this.#searches.set(text, search);
    search.catch(() => {
      if (this.#searches.get(text) === search) this.#searches.delete(text);
    });
    const [leastRecent] = this.#searches.keys();
    if (this.#searches.size > maxSearches && leastRecent !== undefined) this.#searches.delete(leastRecent);
    return search;
  }

  clear(): void {
    this.#searches.clear();
  }
}
