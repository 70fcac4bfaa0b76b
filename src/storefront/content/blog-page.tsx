import { routes } from "#routes";
import type { ArticleCard } from "#shop/content/article.ts";
import { Breadcrumb, type Crumb } from "#ui/breadcrumb.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { ArticleTeaser } from "./fragments/article-teaser.tsx";

interface BlogPageProps {
  /** Newest first. */
  articles: readonly ArticleCard[];
  crumbs: readonly Crumb[];
  current: number;
  total: number;
}

/** Renders one page of the list of articles. */
export function BlogPage({ articles, crumbs, current, total }: BlogPageProps) {
  const { t } = useLocale();
  const title = current > 1 ? t("content.journalPage", { page: current }) : t("content.journal");
  return (
    <div className="wrap">
      <Breadcrumb crumbs={crumbs} />
      <header className="article-head">
        <h1>{title}</h1>
      </header>
      {articles.length > 0 ? (
        <div className="three">
          {articles.map((article) => (
            <ArticleTeaser key={article.id} article={article} level={2} />
          ))}
        </div>
      ) : (
        <EmptyState
          title={t("content.noArticles")}
          actions={<Button href={routes.shop()}>{t("content.seeProducts")}</Button>}
        >
          <p className="muted">{t("content.noArticlesText")}</p>
        </EmptyState>
      )}
      <div className="section">
        <Pagination current={current} total={total} href={routes.blog} />
      </div>
    </div>
  );
}
