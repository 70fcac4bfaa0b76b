import type { ParsedSearch } from "#shop/catalogue/search/parse-search.ts";
import type { ArticleIndex, ArticleResults, FoundArticle } from "#shop/content/search/found-articles.ts";

/** Longest search text in characters. */
const maxLength = 100;

/** How many posts and pages a search finds. */
export type ArticleCounts = Readonly<Record<FoundArticle["type"], number>>;

/** Returns what is searched for. */
export function searchTextOf(query: URLSearchParams): string {
  return (query.get("s") ?? "").trim().slice(0, maxLength);
}

/** Returns the pages and articles that fit the text, or else what is searched for instead. */
export function findArticles(
  index: ArticleIndex,
  { typed, terms, isFound }: Pick<ParsedSearch, "typed" | "terms" | "isFound">,
  now: Date,
): ArticleResults {
  const found = index.find(typed, now);
  if (found.all.length > 0 || isFound) return found;
  const instead = terms === typed ? index.relax(typed, now) : terms;
  return instead ? index.find(instead, now) : found;
}

/** Counts what a search finds by type. */
export function countTypes(found: readonly FoundArticle[]): ArticleCounts {
  const post = found.filter(({ type }) => type === "post").length;
  return { post, page: found.length - post };
}
