import type { ReactNode } from "react";
import { routes } from "#routes";
import type { Article } from "#shop/content/article.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { useLocale } from "#ui/locale.tsx";
import { type Contents, TableOfContents } from "../article/table-of-contents.tsx";

interface StaticPageProps {
  page: Article;
  /** Headings of the body that have an id. */
  contents: Contents;
  /** Below the body: a contact form. */
  children?: ReactNode;
}

/** A page of the shop's own: about us, delivery, privacy. */
export function StaticPage({ page, contents, children }: StaticPageProps) {
  const { t } = useLocale();
  return (
    <div className="wrap">
      <Breadcrumb crumbs={[{ label: t("content.home"), href: routes.home() }, { label: page.title }]} />
      <article id={`post-${page.id}`}>
        <header className="article-head">
          <h1 className="entry-title">{page.title}</h1>
          {page.excerpt && <p className="lead">{page.excerpt}</p>}
        </header>
        <div className="article">
          <div className="article-body">
            <div className="prose entry-content" dangerouslySetInnerHTML={{ __html: page.body }} />
            {children}
          </div>
          {contents.length > 1 && <TableOfContents contents={contents} />}
        </div>
      </article>
    </div>
  );
}
