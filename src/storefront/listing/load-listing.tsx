import { PageNotFound } from "#http/page-not-found.ts";
import type { Translate } from "#messages/catalogue.ts";
import { routes } from "#routes";
import type { Category, CountCategory } from "#shop/catalogue/category-tree.ts";
import { type SortOrder, sortOrders } from "#shop/catalogue/index/sort-orders.ts";
import { plainText } from "#shop/catalogue/plain-text.ts";
import { listingTracking } from "#shop/tracking/page-tracking.rules.ts";
import type { PageView } from "../rendering/page-view.ts";
import type { PageRequest, PageServices } from "../rendering/public-page.ts";
import { breadcrumbData } from "../rendering/structured-data.ts";
import type { CategoryLink } from "./category-strip.tsx";
import { type ChosenListing, chooseListing, type ListingRequest } from "./choose-listing.ts";
import type { Filtering } from "./filter-form.tsx";
import type { ListingAddress } from "./listing-address.ts";
import { chosenFilters, type FacetSource, facetsOf, priceFacetOf } from "./listing-facets.ts";
import { ListingPage, type ListingPageProps } from "./page.tsx";

/** Pages with more filters than this are not cached: there are too many combinations. */
const maxCachedFilters = 2;

/** Number of products offered when a search finds nothing. */
const maxSuggestions = 4;

/** Loads all products of the shop. @param isSearchStart true on the page where a search begins */
export function loadShop(
  services: PageServices,
  page: PageRequest,
  number: number,
  isSearchStart = false,
): Promise<PageView> {
  const { categories } = page.facts;
  return loadListing(services, page, {
    title: null,
    description: "",
    crumbs: [],
    isSearchStart,
    filter: { place: "listing" },
    number,
    href: routes.shop,
    strip: categories.children(null),
    choosable: categories.children(null),
    tags: [],
    isIndexed: true,
  });
}

/** Loads a page of a listing. @throws PageNotFound on a page after the last one */
export async function loadListing(
  services: PageServices,
  page: PageRequest,
  listing: ListingRequest,
): Promise<PageView> {
  const [chosen, countOf] = await Promise.all([chooseListing(services, page, listing), services.facts.counts()]);
  const { choice, cards, source, address } = chosen;
  const { t } = source;
  const filters = chosenFilters(source);
  const isLost = listing.text !== undefined && cards.length + filters.length === 0;
  const instead = isLost ? await listInstead(services, page) : null;
  const crumbs = crumbsOf(listing, t("catalogue.shop"));
  const title = titleOf(listing, t);
  return {
    title,
    description:
      plainText(listing.description) || t("catalogue.description", { title, shop: page.facts.settings.shop_name }),
    canonicalPath: listing.isIndexed && filters.length === 0 ? listing.href(listing.number) : null,
    bodyClass: "listing",
    flags: { isListing: true },
    openGraph: { type: "website", image: listing.picture ?? cards.flatMap(({ pictures }) => pictures)[0] ?? null },
    ...(crumbs.length > 1 && { structuredData: [breadcrumbData(crumbs, page.siteUrl)] }),
    ...(listing.text !== undefined && { searchText: listing.text }),
    tracking: listingTracking(cards, {
      listName: title,
      term: listing.text,
      instead: instead?.cards ?? [],
      currency: page.facts.currency,
    }),
    content: (
      <ListingPage
        {...partsOf(chosen, filters)}
        crumbs={crumbs}
        categories={linksTo(isLost ? listing.choosable : listing.strip, countOf, listing.category)}
        instead={instead?.cards ?? []}
        search={listing.search ?? null}
      />
    ),
    isCacheable: chosen.isCurrent && address.isSpelled(page.query, choice) && filters.length <= maxCachedFilters,
    tags: [
      "products",
      ...listing.tags,
      ...(listing.search ? (["articles", "synonyms"] as const) : []),
      ...[...cards, ...(instead?.cards ?? [])].map(({ id }) => `product:${id}` as const),
    ],
    until: instead?.until ?? chosen.until,
  };
}

/** Returns the page's props that depend on the listing alone. */
function partsOf(
  { listing, orders, sort, choice, cards, total, source, address }: ChosenListing,
  filters: ReturnType<typeof chosenFilters>,
): Omit<ListingPageProps, "crumbs" | "categories" | "instead" | "search"> {
  const perPage = source.facts.settings.products_per_page;
  const first = (listing.number - 1) * perPage + 1;
  return {
    title: listing.title,
    description: listing.description,
    query: listing.text ?? (listing.isSearchStart ? "" : null),
    sorting: {
      current: sort,
      orders: [...new Set<SortOrder>([...orders, sort])],
      action: address.action,
      keep: address.parametersOfSort(choice),
    },
    filtering: filteringOf(source, address, filters.length, total),
    chosen: filters.map(({ label, without }) => ({ label, href: address.of(1, without) })),
    cards,
    range: { first, last: first + cards.length - 1, total },
    pages: {
      current: listing.number,
      total: Math.max(1, Math.ceil(total / perPage)),
      href: (number) => address.of(number, choice),
    },
    guide: null,
  };
}

/** Returns the first products of the shop that are in stock. */
async function listInstead(services: PageServices, { facts, now }: PageRequest) {
  const index = await services.catalogue.read(now);
  const ids = index.choose({ place: "listing", hidesOutOfStock: true }).order(sortOrders[0], 1, maxSuggestions);
  return services.cards.list(ids, facts, now);
}

function filteringOf(source: FacetSource, address: ListingAddress, chosenCount: number, total: number): Filtering {
  return {
    facets: facetsOf(source),
    price: priceFacetOf(source),
    chosenCount,
    action: address.action,
    keep: address.parametersOfFilter(),
    clearHref: address.of(1, null),
    total,
  };
}

function titleOf({ text, title, number }: ListingRequest, t: Translate): string {
  const name = text === undefined ? (title ?? t("catalogue.title")) : t("catalogue.searchTitle", { query: text });
  return number > 1 ? t("catalogue.pageTitle", { title: name, page: number }) : name;
}

/** Returns the breadcrumb; the last crumb is the page itself. */
function crumbsOf({ crumbs, text }: ListingRequest, shop: string) {
  const trail = [{ label: shop, href: routes.shop() }, ...crumbs];
  const last = trail.at(-1);
  return text !== undefined || !last ? trail : [...trail.slice(0, -1), { label: last.label }];
}

/** Returns links to the categories that have products. */
function linksTo(categories: readonly Category[], countOf: CountCategory, current?: Category): CategoryLink[] {
  return categories
    .map((category) => ({
      name: category.name,
      href: routes.category(category.path),
      count: countOf(category),
      isCurrent: category.id === current?.id,
    }))
    .filter(({ count }) => count > 0);
}

/** Parses a page number. @throws PageNotFound when it is invalid or larger than any shop's */
export function pageNumber(text: string): number {
  const number = Number(text);
  if (!/^\d{1,6}$/.test(text) || number < 1) throw new PageNotFound();
  return number;
}
