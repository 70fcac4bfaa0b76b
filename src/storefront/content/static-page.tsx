import type { ReactNode } from "react";
import type { Article } from "#shop/content/article.ts";
import { Breadcrumb, type Crumb } from "#ui/breadcrumb.tsx";
import { ReadingProgress } from "./reading-progress.tsx";
import { type Contents, TableOfContents } from "./table-of-contents.tsx";

interface StaticPageProps {
  page: Article;
  crumbs: readonly Crumb[];
  /** Headings of the body that have an id. */
  contents: Contents;
  /** Shown below the body: a contact form. */
  children?: ReactNode;
}

/** Renders a static page, such as about us, delivery or privacy. */
export function StaticPage({ page, crumbs, contents, children }: StaticPageProps) {
  return (
    <>
      <ReadingProgress />
      <div className="wrap">
        <Breadcrumb crumbs={crumbs} />
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
    </>
  );
}
