import { routes } from "#routes";
import { listBeginnings } from "#shop/content/articles.ts";
import { findArticles } from "#shop/content/search/find-articles.ts";
import type { FoundArticle } from "#shop/content/search/found-articles.ts";
import { summaryOf } from "#shop/content/summary.ts";
import type { PageView } from "../rendering/page-view.ts";
import type { PageRequest, PageServices } from "../rendering/public-page.ts";
import { listingParameters } from "./listing-query.ts";
import { loadArticleSearch } from "./load-article-search.tsx";
import { loadListing, loadShop, pageNumber } from "./load-listing.tsx";
import { countTypes, searchTextOf } from "./search-articles.ts";
import type { SearchAnswer } from "./search-notice.tsx";

/** Query parameters of the home page's address when it is a search. */
export const searchParameters = ["s", "paged", "exact", "post_type", ...listingParameters];

/** Number of pages and articles shown next to the products. */
const maxArticles = 4;

/**
 * Loads the results of a search for the text in `s`: with `post_type=post` or `page` articles or pages only, otherwise products
 * with the first pages and articles; with `exact=1` without correcting typos.
 */
export async function loadSearch(services: PageServices, asked: PageRequest): Promise<PageView> {
  const type = asked.query.get("post_type");
  if (type === "post" || type === "page") return loadArticleSearch(services, asked, type);
  const query = new URLSearchParams(asked.query);
  query.delete("post_type");
  const view = await loadProductSearch(services, { ...asked, query });
  // Any number of other types could be made up.
  return type === null || type === "product" ? view : { ...view, isCacheable: false };
}

async function loadProductSearch(services: PageServices, page: PageRequest): Promise<PageView> {
  const text = searchTextOf(page.query);
  const number = pageNumber(page.query.get("paged") ?? "1");
  if (text === "") return loadShop(services, page, number, true);
  const asTyped = page.query.get("exact") === "1";
  const [parsed, index] = await Promise.all([
    services.catalogue.parseSearch(text, page.now, asTyped),
    services.articleIndex(),
  ]);
  const { all, best } = findArticles(index, parsed, page.now);
  const articles = number === 1 ? await summarise(services.db, best.slice(0, maxArticles)) : [];
  // A page with that title is a better answer than products with other words.
  const isPage = best.length > 0 && index.isNamed(parsed.typed, page.now);
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
      articles,
      counts: countTypes(all),
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

/** Adds what found articles say about themselves. */
async function summarise(db: PageServices["db"], found: readonly FoundArticle[]): Promise<SearchAnswer["articles"]> {
  const without = found.filter(({ excerpt }) => excerpt === "").map(({ id }) => id);
  const beginnings = await listBeginnings(db, without);
  return found.map(({ id, slug, title, excerpt }) => ({
    slug,
    title,
    summary: summaryOf({ excerpt, beginning: beginnings.get(id) ?? "" }),
  }));
}
