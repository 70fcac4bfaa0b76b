import type { ReactNode } from "react";
import { routes } from "#routes";
import type { Archive, TopicArchive } from "#shop/content/archives/archive.ts";
import type { ArticleCard } from "#shop/content/article.ts";
import { Breadcrumb, type Crumb } from "#ui/breadcrumb.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { AuthorBox } from "../author-box.tsx";
import { ArticleTeaser } from "../fragments/article-teaser.tsx";
import { TopicLinks } from "./topic-links.tsx";

interface ArchivePageProps {
  title: string;
  /** null: the whole journal. */
  archive: Archive | null;
  articles: readonly ArticleCard[];
  crumbs: readonly Crumb[];
  current: number;
  total: number;
  href: (page: number) => string;
  /** What follows the articles. */
  children?: ReactNode;
}

/** Renders one page of the journal or of an archive. */
export function ArchivePage({ title, archive, articles, crumbs, current, total, href, children }: ArchivePageProps) {
  const hasPictures = articles.some(({ picture }) => picture !== null);
  return (
    <div className="wrap">
      <Breadcrumb crumbs={crumbs} />
      <header className="article-head">
        <h1>{title}</h1>
        {archive && <About archive={archive} />}
      </header>
      {articles.length > 0 ? (
        <div className="three">
          {articles.map((article, place) => (
            <ArticleTeaser
              key={article.id}
              article={article}
              hasPictures={hasPictures}
              isFirst={place === 0}
              level={2}
            />
          ))}
        </div>
      ) : (
        <NoArticles />
      )}
      <div className="section">
        <Pagination current={current} total={total} href={href} />
      </div>
      {children}
    </div>
  );
}

function About({ archive }: { archive: Archive }) {
  if (archive.kind === "year" || archive.kind === "month") return null;
  if (archive.kind === "author") return <AuthorBox author={archive} isArchive />;
  return (
    <>
      {archive.description && <p className="lead">{archive.description}</p>}
      <Subtopics topic={archive} />
    </>
  );
}

function Subtopics({ topic: { children } }: { topic: TopicArchive }) {
  const { t } = useLocale();
  if (children.length === 0) return null;
  return (
    <nav aria-label={t("content.archive.subcategories")}>
      <TopicLinks topics={children} href={routes.articleCategory} />
    </nav>
  );
}

function NoArticles() {
  const { t } = useLocale();
  return (
    <EmptyState
      title={t("content.noArticles")}
      actions={<Button href={routes.shop()}>{t("content.seeProducts")}</Button>}
    >
      <p className="muted">{t("content.noArticlesText")}</p>
    </EmptyState>
  );
}
