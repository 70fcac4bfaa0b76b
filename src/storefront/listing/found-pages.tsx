import { routes } from "#routes";
import { useLocale } from "#ui/locale.tsx";
import type { SearchAnswer } from "./search-notice.tsx";

/** Renders the pages and articles that a search finds. */
export function FoundPages({ articles }: Pick<SearchAnswer, "articles">) {
  const { t } = useLocale();
  if (articles.length === 0) return null;
  return (
    <section className="found-pages" aria-labelledby="found-pages">
      <h2 id="found-pages">{t("catalogue.search.pages")}</h2>
      <ul role="list">
        {articles.map(({ slug, title, summary }) => (
          <li key={slug} className="found-page">
            <a href={routes.article(slug)}>{title}</a>
            {summary !== "" && <p>{summary}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
