import type { FoundArticle } from "#shop/content/search/found-articles.ts";

/** Longest search text in characters. */
const maxLength = 100;

/** How many posts and pages a search finds. */
export type ArticleCounts = Readonly<Record<FoundArticle["type"], number>>;

/** Returns what is searched for. */
export function searchTextOf(query: URLSearchParams): string {
  return (query.get("s") ?? "").trim().slice(0, maxLength);
}

/** Counts what a search finds by type. */
export function countTypes(found: readonly FoundArticle[]): ArticleCounts {
  const post = found.filter(({ type }) => type === "post").length;
  return { post, page: found.length - post };
}
