import { routes } from "#routes";
import type { ArticleCard } from "#shop/content/article.ts";
import { useLocale } from "#ui/locale.tsx";
import { ArticleTeaser } from "../content/fragments/article-teaser.tsx";

/** Renders the newest article large and the next two next to it. */
export function JournalTeasers({ articles }: { articles: readonly ArticleCard[] }) {
  const { t } = useLocale();
  const shown = articles.slice(0, 3);
  const hasPictures = shown.some(({ picture }) => picture !== null);
  return (
    <section className="section later">
      <div className="wrap">
        <div className="section-head">
          <h2>{t("home.journal")}</h2>
          <a className="link" href={routes.blog()}>
            {t("home.allArticles")}
          </a>
        </div>
        <div className="journal">
          {shown.map((article, index) => (
            <ArticleTeaser
              key={article.id}
              article={article}
              hasPictures={hasPictures}
              isRow={index > 0}
              sizes={index > 0 ? "(min-width: 48rem) 20vw, 92vw" : "(min-width: 48rem) 46vw, 92vw"}
            />
          ))}
        </div>
      </div>
    </section>
  );
}
