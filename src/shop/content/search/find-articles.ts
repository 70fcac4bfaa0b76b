import type { ParsedSearch } from "../../catalogue/search/parse-search.ts";
import type { ArticleIndex, ArticleResults } from "./found-articles.ts";

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
