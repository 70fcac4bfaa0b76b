import { PageNotFound } from "#http/page-not-found.ts";
import { translator } from "#messages/translate.ts";
import type { Category } from "#shop/catalogue/category-tree.ts";
import type { ListingFilter } from "#shop/catalogue/index/listing-filter.ts";
import { furtherSortOrders, type SortOrder, searchSortOrders, sortOrders } from "#shop/catalogue/index/sort-orders.ts";
import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import type { ProductCard } from "#shop/catalogue/product.ts";
import type { PageTag } from "../rendering/page-view.ts";
import type { PageRequest, PageServices } from "../rendering/public-page.ts";
import { ListingAddress } from "./listing-address.ts";
import type { FacetSource } from "./listing-facets.ts";
import { type ListingChoice, readChoice, toFilters } from "./listing-query.ts";
import type { SearchAnswer } from "./search-notice.tsx";

/** A listing as requested by an address. */
export interface ListingRequest {
  /** null for the whole shop and for searches. */
  title: string | null;
  /** The search text. */
  text?: string;
  /** Whether typos in it are not corrected. */
  asTyped?: boolean;
  /** How the search was answered. */
  search?: SearchAnswer;
  /** True before anything was searched for: shows the search field. */
  isSearchStart?: boolean;
  description: string;
  /** The listing's own picture; without one, link previews use the first product's. */
  picture?: Picture | null;
  crumbs: readonly { label: string; href?: string }[];
  filter: Omit<ListingFilter, "chosen">;
  number: number;
  href: (number: number) => string;
  /** Categories to link to above the products. */
  strip: readonly Category[];
  /** The category that is shown. */
  category?: Category;
  /** Categories to filter by. */
  choosable: readonly Category[];
  tags: readonly PageTag[];
  isIndexed: boolean;
}

/** A listing with the chosen filters, order and page. */
export interface ChosenListing {
  listing: ListingRequest;
  orders: readonly [SortOrder, ...SortOrder[]];
  sort: SortOrder;
  choice: ListingChoice;
  cards: readonly ProductCard[];
  /** When the products next change by themselves; null if no change is scheduled. */
  until: Date | null;
  /** Number of products on all pages. */
  total: number;
  /** Whether the index includes all announced changes; if not, the page is not cached. */
  isCurrent: boolean;
  source: FacetSource;
  address: ListingAddress;
}

/** Returns the listing that the address asks for. @throws PageNotFound on a page after the last one */
export async function chooseListing(
  services: PageServices,
  { facts, now, query }: PageRequest,
  listing: ListingRequest,
): Promise<ChosenListing> {
  const { settings } = facts;
  const index = await services.catalogue.read(now);
  const { attributes, isCurrent } = index;
  const choice = readChoice(query, facts, attributes);
  const orders = listing.text === undefined ? sortOrders : searchSortOrders;
  const sort = [...orders, ...furtherSortOrders].find((order) => order === query.get("orderby")) ?? orders[0];
  const filter = {
    ...listing.filter,
    hidesOutOfStock: settings.hide_out_of_stock === "yes",
    chosen: toFilters(choice, facts),
  };
  const chosen = index.choose(filter);
  const { total } = chosen;
  const ids = chosen.order(sort, listing.number, settings.products_per_page);
  const counts = chosen.count();
  const { cards, until } = await services.cards.list(ids, facts, now);
  if (listing.number > 1 && cards.length === 0) throw new PageNotFound();
  const t = translator(settings.language);
  const source = { facts, t, attributes, choice, counts, categories: listing.choosable };
  const address = new ListingAddress(listing, sort === orders[0] ? null : sort, facts);
  return { listing, orders, sort, choice, cards, until, total, isCurrent, source, address };
}
