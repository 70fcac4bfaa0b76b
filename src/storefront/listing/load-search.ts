import { routes } from "#routes";
import type { ParsedSearch } from "#shop/catalogue/search/parse-search.ts";
import type { SearchTerms } from "#shop/catalogue/search/search-terms.ts";
import type { ArticleIndex, FoundArticle } from "#shop/content/found-articles.ts";
import type { PageView } from "../rendering/page-view.ts";
import type { PageRequest, PageServices } from "../rendering/public-page.ts";
import { listingParameters } from "./listing-query.ts";
import { loadListing, loadShop, pageNumber } from "./load-listing.tsx";

/** Query parameters of the home page's address when it is a search. */
export const searchParameters = ["s", "paged", "exact", ...listingParameters];

/** Longest search text in characters. */
const maxLength = 100;

/** Number of pages and articles shown next to the products. */
const maxArticles = 4;

/** Loads the results of a search for the text in `s`; with `exact=1` without correcting typos. */
export async function loadSearch(
  services: PageServices,
  readArticles: () => Promise<ArticleIndex>,
  page: PageRequest,
): Promise<PageView> {
  const text = (page.query.get("s") ?? "").trim().slice(0, maxLength);
  const number = pageNumber(page.query.get("paged") ?? "1");
  if (text === "") return loadShop(services, page, number, true);
  const asTyped = page.query.get("exact") === "1";
  const [parsed, index] = await Promise.all([services.catalogue.parseSearch(text, page.now, asTyped), readArticles()]);
  const articles = findArticles(index, parsed, page.now);
  // A page with that title is a better answer than products with other words.
  const isPage = articles.length > 0 && index.isNamed(parsed.typed, page.now);
  const isInstead = !parsed.isFound && !isPage;
  const terms = isInstead ? parsed.terms : parsed.typed;
  const { correction, kept } = isInstead ? parsed : { correction: null, kept: null };
  // Filters and later pages ask for the same again.
  if (isInstead && correction === null && page.query.size === 1)
    services.emptySearches.add(text, parsed.typed.name, kept);
  const address = asTyped ? routes.searchAsTyped(text) : routes.search(text);
  const view = await services.catalogue.read(page.now);
  return loadListing(services, page, {
    title: null,
    text,
    asTyped,
    search: {
      text,
      correction,
      isCorrected: correction !== null && !asTyped,
      kept,
      articles: number === 1 ? articles : [],
      areArticlesFirst: isPage && !view.isNamed(terms),
    },
    description: "",
    crumbs: [],
    filter: { place: "search", search: terms },
    number,
    href: (target) => `${address}${target > 1 ? `&paged=${target}` : ""}`,
    strip: [],
    choosable: page.facts.categories.children(null),
    tags: [],
    isIndexed: false,
  });
}

/** Returns the pages and articles that fit the text, or else what is searched for instead. */
function findArticles(index: ArticleIndex, { typed, terms, isFound }: ParsedSearch, now: Date): FoundArticle[] {
  const find = (some: SearchTerms) => index.find(some, now, maxArticles);
  const found = find(typed);
  if (found.length > 0 || isFound) return found;
  if (terms !== typed) return find(terms);
  const most = index.relax(typed);
  return most ? find(most) : [];
}
