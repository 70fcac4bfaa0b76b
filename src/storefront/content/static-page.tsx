import type { Article } from "#shop/content/article.ts";
import { Breadcrumb, type Crumb } from "#ui/breadcrumb.tsx";
import { LinkedImages } from "../lightbox/fragments/linked-images.tsx";
import { Comments, type CommentsProps } from "../reviews/fragments/comments.tsx";
import { BodyWithBlocks, type EmbeddedBody } from "./blocks/embed-blocks.tsx";
import { RelatedPosts, type RelatedPostsProps } from "./fragments/related-posts.tsx";
import { ReadingProgress } from "./reading-progress.tsx";
import { type Contents, TableOfContents } from "./table-of-contents.tsx";

interface StaticPageProps {
  page: Article;
  /** The page's body, with its blocks. */
  body: EmbeddedBody;
  crumbs: readonly Crumb[];
  /** Headings of the body that have an id. */
  contents: Contents;
  /** Null: the page does not ask for them. */
  related: RelatedPostsProps | null;
  comments: CommentsProps;
}

/** Renders a static page, such as about us, delivery or privacy. */
export function StaticPage({ page, body, crumbs, contents, related, comments }: StaticPageProps) {
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
            <LinkedImages areThere={body.hasImageLinks} title={page.title}>
              <BodyWithBlocks body={body} className="prose entry-content" />
            </LinkedImages>
            {contents.length > 1 && <TableOfContents contents={contents} />}
          </div>
        </article>
        {related && <RelatedPosts {...related} />}
        <Comments {...comments} />
      </div>
    </>
  );
}
