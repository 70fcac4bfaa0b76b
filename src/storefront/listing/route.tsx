import type { FastifyInstance } from "fastify";
import { PageNotFound } from "#http/page-not-found.ts";
import type { Visit } from "#http/visit/visit.ts";
import type { Translate } from "#messages/catalogue.ts";
import { patterns, routes } from "#routes";
import type { Category, CountCategory } from "#shop/catalogue/category-tree.ts";
import { type SortOrder, sortOrders } from "#shop/catalogue/index/sort-orders.ts";
import { plainText } from "#shop/catalogue/plain-text.ts";
import { findTag } from "#shop/catalogue/products.ts";
import type { PageView } from "../rendering/page-view.ts";
import { answerPublicPage, type PageRequest, type PageServices } from "../rendering/public-page.ts";
import { breadcrumbData } from "../rendering/structured-data.ts";
import type { CategoryLink } from "./category-strip.tsx";
import { type ChosenListing, chooseListing, type ListingRequest } from "./choose-listing.ts";
import type { Filtering } from "./filter-form.tsx";
import type { ListingAddress } from "./listing-address.ts";
import { chosenFilters, type FacetSource, facetsOf, priceFacetOf } from "./listing-facets.ts";
import { listingParameters } from "./listing-query.ts";
import { ListingPage, type ListingPageProps } from "./page.tsx";

/** Query parameters of the home page's address when it is a search. */
export const searchParameters = ["s", "paged", ...listingParameters];

/** Pages with more filters than this are not cached: there are too many combinations. */
const maxCachedFilters = 2;

/** Number of products offered when a search finds nothing. */
const maxSuggestions = 4;

/** Longest search text in characters. */
const maxSearchLength = 100;

/** Registers GET /shop/, /product-category/{path}/ and /product-tag/{slug}/, each with page/{n}/. */
export function listingRoutes(app: FastifyInstance, services: PageServices): void {
  const answer = (visit: Visit, load: (page: PageRequest) => Promise<PageView>) =>
    answerPublicPage(services, visit, { parameters: listingParameters, load });
  app.get(routes.shop(), ({ visit }) => answer(visit, (page) => loadShop(services, page, 1)));
  app.get<{ Params: { page: string } }>(patterns.shopPage, ({ params, visit }) => {
    const number = pageNumber(params.page);
    return answer(visit, (page) => loadShop(services, page, number));
  });
  app.get<{ Params: { "*": string } }>(patterns.category, ({ params, visit }) => {
    const { path, number } = splitPage(params["*"]);
    return answer(visit, (page) => loadCategory(services, page, path, number));
  });
  app.get<{ Params: { "*": string } }>(patterns.productTag, ({ params, visit }) => {
    const { path, number } = splitPage(params["*"]);
    return answer(visit, (page) => loadTag(services, page, path, number));
  });
}

/** Loads the results of a search for the text in `s`. */
export async function loadSearch(services: PageServices, page: PageRequest): Promise<PageView> {
  const text = (page.query.get("s") ?? "").trim().slice(0, maxSearchLength);
  if (text === "") return loadShop(services, page, pageNumber(page.query.get("paged") ?? "1"), true);
  return loadListing(services, page, {
    title: null,
    text,
    description: "",
    crumbs: [],
    filter: { place: "search", search: (await services.catalogue.parseSearch(text, page.now)).terms },
    number: pageNumber(page.query.get("paged") ?? "1"),
    href: (number) => `${routes.search(text)}${number > 1 ? `&paged=${number}` : ""}`,
    strip: [],
    choosable: page.facts.categories.children(null),
    tags: [],
    isIndexed: false,
  });
}

/** @param isSearchStart true on the page where a search begins */
function loadShop(services: PageServices, page: PageRequest, number: number, isSearchStart = false): Promise<PageView> {
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

async function loadCategory(
  services: PageServices,
  page: PageRequest,
  path: string,
  number: number,
): Promise<PageView> {
  const { categories } = page.facts;
  const category = categories.findByPath(path);
  if (!category) throw new PageNotFound();
  const children = categories.children(category.id);
  return loadListing(services, page, {
    title: category.name,
    description: category.description,
    picture: category.picture,
    crumbs: categories.trail(category).map((one) => ({ label: one.name, href: routes.category(one.path) })),
    filter: { place: "listing", categoryIds: categories.withDescendants(category) },
    number,
    href: (target) => routes.category(path, target),
    strip: children.length > 0 ? children : categories.children(category.parentId),
    category,
    choosable: children,
    tags: [`category:${category.id}`],
    isIndexed: true,
  });
}

async function loadTag(services: PageServices, page: PageRequest, slug: string, number: number): Promise<PageView> {
  const tag = await findTag(services.db, slug);
  if (!tag) throw new PageNotFound();
  return loadListing(services, page, {
    title: tag.name,
    description: "",
    crumbs: [{ label: tag.name }],
    filter: { place: "listing", tagId: tag.id },
    number,
    href: (target) => routes.productTag(slug, target),
    strip: [],
    choosable: page.facts.categories.children(null),
    tags: [],
    isIndexed: true,
  });
}

async function loadListing(services: PageServices, page: PageRequest, listing: ListingRequest): Promise<PageView> {
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
    content: (
      <ListingPage
        {...partsOf(chosen, filters)}
        crumbs={crumbs}
        categories={linksTo(isLost ? listing.choosable : listing.strip, countOf, listing.category)}
        instead={instead?.cards ?? []}
      />
    ),
    isCacheable: chosen.isCurrent && address.isSpelled(page.query, choice) && filters.length <= maxCachedFilters,
    tags: [
      "products",
      ...listing.tags,
      ...[...cards, ...(instead?.cards ?? [])].map(({ id }) => `product:${id}` as const),
    ],
    until: instead?.until ?? chosen.until,
  };
}

/** Returns the page's props that depend on the listing alone. */
function partsOf(
  { listing, orders, sort, choice, cards, total, source, address }: ChosenListing,
  filters: ReturnType<typeof chosenFilters>,
): Omit<ListingPageProps, "crumbs" | "categories" | "instead"> {
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
function pageNumber(text: string): number {
  const number = Number(text);
  if (!/^\d{1,6}$/.test(text) || number < 1) throw new PageNotFound();
  return number;
}

/** Splits "growing-up/height-growth/page/2/" into the path "growing-up/height-growth" and page 2. */
function splitPage(rest: string): { path: string; number: number } {
  const [, path = "", page] = /^(.*?)(?:\/page\/(\d+))?\/?$/.exec(rest) ?? [];
  return { path, number: pageNumber(page ?? "1") };
}
