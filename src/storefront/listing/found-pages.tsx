import { routes } from "#routes";
import type { FoundArticle } from "#shop/content/search/found-articles.ts";
import { useLocale } from "#ui/locale.tsx";

/** Renders the pages and articles that a search finds. */
export function FoundPages({ articles }: { articles: readonly FoundArticle[] }) {
  const { t } = useLocale();
  if (articles.length === 0) return null;
  return (
    <section className="found-pages" aria-labelledby="found-pages">
      <h2 id="found-pages">{t("catalogue.search.pages")}</h2>
      <ul role="list">
        {articles.map(({ slug, title, excerpt }) => (
          <li key={slug} className="found-page">
            <a href={routes.article(slug)}>{title}</a>
            {excerpt !== "" && <p>{excerpt}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
