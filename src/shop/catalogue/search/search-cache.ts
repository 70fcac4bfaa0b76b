const maxSearches = 1_000;

/** What was read from searched texts: paging, sorting and filtering a search ask for the same text again. Keeps the 1,000 latest. */
export class SearchCache<Search> {
  readonly #searches = new Map<string, Promise<Search>>();

  /** Returns the parsed search of a key, and calls `parse` where it is not cached. Failures are not cached. */
  get(key: string, parse: () => Promise<Search>): Promise<Search> {
    const search = this.#searches.get(key) ?? parse();
    this.#searches.delete(key);
    this.#searches.set(key, search);
    search.catch(() => {
      if (this.#searches.get(key) === search) this.#searches.delete(key);
    });
    const [leastRecent] = this.#searches.keys();
    if (this.#searches.size > maxSearches && leastRecent !== undefined) this.#searches.delete(leastRecent);
    return search;
  }

  clear(): void {
    this.#searches.clear();
  }
}
