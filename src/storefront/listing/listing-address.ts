import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import type { SortOrder } from "#shop/catalogue/index/sort-orders.ts";
import { choiceParameters, type ListingChoice } from "./listing-query.ts";

interface PlainListing {
  /** The address of a page without filters or order. */
  href: (number: number) => string;
  /** What was searched for. */
  text?: string;
}

/** The addresses of a listing: pages, orders and filters, each choice in one spelling. */
export class ListingAddress {
  readonly #listing: PlainListing;
  readonly #sort: SortOrder | null;
  readonly #facts: StoreFacts;

  /** @param sort null where it is the order without a choice */
  constructor(listing: PlainListing, sort: SortOrder | null, facts: StoreFacts) {
    this.#listing = listing;
    this.#sort = sort;
    this.#facts = facts;
  }

  /** Where the forms lead. */
  get action(): string {
    return this.#listing.href(1).split("?", 1)[0] ?? "/";
  }

  /** A page of the listing with what was chosen (null: nothing) and its order. */
  of(number: number, choice: ListingChoice | null): string {
    const href = this.#listing.href(number);
    const parameters = choice ? choiceParameters(choice, this.#facts) : [];
    if (this.#sort) parameters.push(["orderby", this.#sort]);
    // Commas stay readable: they cannot be mistaken here.
    const query = new URLSearchParams(parameters).toString().replaceAll("%2C", ",");
    if (query === "") return href;
    return `${href}${href.includes("?") ? "&" : "?"}${query}`;
  }

  /** What the sort form repeats. */
  keptBySort(choice: ListingChoice): Record<string, string> {
    return { ...this.#search(), ...Object.fromEntries(choiceParameters(choice, this.#facts)) };
  }

  /** What the filter form repeats. */
  keptByFilter(): Record<string, string> {
    return { ...this.#search(), ...(this.#sort && { orderby: this.#sort }) };
  }

  /** Whether the address says nothing besides, and says it as our links do: only such pages are kept. */
  isSpelled(query: URLSearchParams, choice: ListingChoice): boolean {
    const own = new Map(choiceParameters(choice, this.#facts));
    if (this.#sort) own.set("orderby", this.#sort);
    return [...query].every(([name, value]) => name === "s" || name === "paged" || own.get(name) === value);
  }

  #search(): Record<string, string> {
    const { text } = this.#listing;
    return text === undefined ? {} : { s: text, post_type: "product" };
  }
}
