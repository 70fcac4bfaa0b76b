import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import type { SortOrder } from "#shop/catalogue/index/sort-orders.ts";
import { choiceParameters, type ListingChoice } from "./listing-query.ts";

interface PlainListing {
  /** Returns the address of a page without filters or order. */
  href: (number: number) => string;
  /** The search text. */
  text?: string;
  /** Whether typos in it are not corrected. */
  asTyped?: boolean;
}

/** Builds the addresses of a listing's pages, orders and filters. Equal choices give equal addresses. */
export class ListingAddress {
  readonly #listing: PlainListing;
  readonly #sort: SortOrder | null;
  readonly #facts: StoreFacts;

  /** @param sort null for the default order */
  constructor(listing: PlainListing, sort: SortOrder | null, facts: StoreFacts) {
    this.#listing = listing;
    this.#sort = sort;
    this.#facts = facts;
  }

  /** Address that the forms are sent to. */
  get action(): string {
    return this.#listing.href(1).split("?", 1)[0] ?? "/";
  }

  /** Returns the address of a page with the given filters (null: none) and the current order. */
  of(number: number, choice: ListingChoice | null): string {
    const href = this.#listing.href(number);
    const parameters = choice ? choiceParameters(choice, this.#facts) : [];
    if (this.#sort) parameters.push(["orderby", this.#sort]);
    // Commas stay readable; they are unambiguous here.
    const query = new URLSearchParams(parameters).toString().replaceAll("%2C", ",");
    if (query === "") return href;
    return `${href}${href.includes("?") ? "&" : "?"}${query}`;
  }

  /** Returns the parameters that the sort form repeats. */
  parametersOfSort(choice: ListingChoice): Record<string, string> {
    return { ...this.#search(), ...Object.fromEntries(choiceParameters(choice, this.#facts)) };
  }

  /** Returns the parameters that the filter form repeats. */
  parametersOfFilter(): Record<string, string> {
    return { ...this.#search(), ...(this.#sort && { orderby: this.#sort }) };
  }

  /**
   * Returns whether the query is spelled as our own links spell it and has no other parameters. Only such pages are
   * cached.
   */
  isSpelled(query: URLSearchParams, choice: ListingChoice): boolean {
    const own = new Map(choiceParameters(choice, this.#facts));
    if (this.#sort) own.set("orderby", this.#sort);
    if (this.#listing.asTyped) own.set("exact", "1");
    return [...query].every(([name, value]) => name === "s" || name === "paged" || own.get(name) === value);
  }

  #search(): Record<string, string> {
    const { text, asTyped } = this.#listing;
    return text === undefined ? {} : { s: text, post_type: "product", ...(asTyped && { exact: "1" }) };
  }
}
