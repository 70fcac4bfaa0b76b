import { routes, searchFieldId } from "#routes";
import type { FoundArticle } from "#shop/content/search/found-articles.ts";
import type { TextPart } from "#shop/content/search/found-words.rules.ts";
import { useLocale } from "#ui/locale.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { SearchForm } from "../search/fragments/search-form.tsx";
import type { ArticleCounts } from "./search-articles.ts";

interface ArticleResultsProps {
  text: string;
  type: FoundArticle["type"];
  counts: ArticleCounts;
  results: readonly { slug: string; title: readonly TextPart[]; extract: readonly TextPart[] }[];
  current: number;
  total: number;
  href: (page: number) => string;
}

/** Renders the posts or pages that a search finds. */
export function ArticleResults({ text, type, counts, results, current, total, href }: ArticleResultsProps) {
  const { t } = useLocale();
  return (
    <div className="wrap">
      <header className="listing-head">
        <h1>{t("catalogue.searchTitle", { query: text })}</h1>
        <SearchForm text={text} fieldId={searchFieldId} />
      </header>
      <SearchTypes text={text} counts={counts} current={type} />
      {results.length > 0 ? (
        <ul className="article-results" role="list">
          {results.map(({ slug, title, extract }) => (
            <li key={slug} className="found-page">
              <a href={routes.article(slug)}>
                <Marked parts={title} />
              </a>
              <p>
                <Marked parts={extract} />
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <p>{t("catalogue.search.nothingTyped", { query: text })}</p>
      )}
      <div className="section">
        <Pagination current={current} total={total} href={href} />
      </div>
    </div>
  );
}

function Marked({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ text, isFound }, index) => {
    const key = `${index} ${text}`;
    return isFound ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>;
  });
}

interface SearchTypesProps {
  text: string;
  counts: ArticleCounts;
  current: "product" | FoundArticle["type"];
}

/** Renders links to what a search finds by type; nothing if it finds only products. */
export function SearchTypes({ text, counts, current }: SearchTypesProps) {
  const { t } = useLocale();
  if (counts.post + counts.page === 0 && current === "product") return null;
  const types = [
    { type: "product", label: t("catalogue.search.products"), href: routes.search(text), isShown: true },
    {
      type: "post",
      label: t("catalogue.search.posts", { count: counts.post }),
      href: routes.searchArticles("post", text),
      isShown: counts.post > 0 || current === "post",
    },
    {
      type: "page",
      label: t("catalogue.search.onlyPages", { count: counts.page }),
      href: routes.searchArticles("page", text),
      isShown: counts.page > 0 || current === "page",
    },
  ];
  return (
    <nav className="search-types" aria-label={t("catalogue.search.types")}>
      <ul role="list">
        {types
          .filter(({ isShown }) => isShown)
          .map(({ type, label, href }) => (
            <li key={type}>
              <a href={href} aria-current={type === current ? "page" : undefined}>
                {label}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  );
}
