import { PageNotFound } from "#http/page-not-found.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { listBeginnings } from "#shop/content/articles.ts";
import { textOfBeginning } from "#shop/content/blocks/parse-body.ts";
import { findArticles } from "#shop/content/search/find-articles.ts";
import type { FoundArticle } from "#shop/content/search/found-articles.ts";
import { extractAround, markFoundWords } from "#shop/content/search/found-words.rules.ts";
import { summaryOf } from "#shop/content/summary.ts";
import type { PageView } from "../rendering/page-view.ts";
import type { PageRequest, PageServices } from "../rendering/public-page.ts";
import { ArticleResults } from "./article-results.tsx";
import { pageNumber } from "./load-listing.tsx";
import { countTypes, searchTextOf } from "./search-articles.ts";

const perPage = 10;

/** Loads the posts or pages that a search finds, with extracts that show the found words. */
export async function loadArticleSearch(
  services: PageServices,
  { query, now, facts }: PageRequest,
  type: FoundArticle["type"],
): Promise<PageView> {
  const text = searchTextOf(query);
  const number = pageNumber(query.get("paged") ?? "1");
  const [parsed, index] = await Promise.all([
    services.catalogue.parseSearch(text, now, false),
    services.articleIndex(),
  ]);
  const { all } = text === "" ? { all: [] } : findArticles(index, parsed, now);
  const ofType = all.filter((article) => article.type === type);
  const shown = ofType.slice((number - 1) * perPage, number * perPage);
  if (number > 1 && shown.length === 0) throw new PageNotFound();
  const beginnings = await listBeginnings(
    services.db,
    shown.map(({ id }) => id),
  );
  const t = translator(facts.settings.language);
  return {
    title: t("catalogue.searchTitle", { query: text }),
    description: "",
    canonicalPath: null,
    bodyClass: "search search-results",
    flags: { isListing: true },
    searchText: text,
    content: (
      <ArticleResults
        text={text}
        type={type}
        counts={countTypes(all)}
        results={shown.map(({ slug, title, excerpt, id }) => ({
          slug,
          title: markFoundWords(title, parsed.terms),
          extract: extractAround(excerpt, parsed.terms) ??
            extractAround(textOfBeginning(beginnings.get(id) ?? ""), parsed.terms) ?? [
              { text: summaryOf({ excerpt, beginning: beginnings.get(id) ?? "" }), isFound: false },
            ],
        }))}
        current={number}
        total={Math.ceil(ofType.length / perPage)}
        href={(page) => routes.searchArticles(type, text, page)}
      />
    ),
    tags: ["articles", "synonyms", "products"],
  };
}
