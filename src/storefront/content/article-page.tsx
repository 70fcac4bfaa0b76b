import { routes } from "#routes";
import type { ProductCard } from "#shop/catalogue/product.ts";
import type { Article, Neighbours } from "#shop/content/article.ts";
import { dayIn } from "#shop/settings/time-zone.rules.ts";
import { Breadcrumb, type Crumb } from "#ui/breadcrumb.tsx";
import { Day } from "#ui/day.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Picture } from "#ui/picture.tsx";
import { LinkedImages } from "../lightbox/fragments/linked-images.tsx";
import { ProductGrid } from "../product-card/fragments/product-grid.tsx";
import { Comments, type CommentsProps } from "../reviews/fragments/comments.tsx";
import { ArticleFoot } from "./article-foot.tsx";
import { BodyWithBlocks, type EmbeddedBody } from "./blocks/embed-blocks.tsx";
import { RelatedPosts, type RelatedPostsProps } from "./fragments/related-posts.tsx";
import { ReadingProgress } from "./reading-progress.tsx";
import { type Contents, TableOfContents } from "./table-of-contents.tsx";

/** Products in the row of an article. */
export const mostNamed = 4;

interface ArticlePageProps {
  article: Article;
  /** The article's body, with its blocks. */
  body: EmbeddedBody;
  crumbs: readonly Crumb[];
  /** Headings of the body that have an id. */
  contents: Contents;
  /** Reading time in whole minutes. */
  minutes: number;
  neighbours: Neighbours;
  /** Products that it names and does not show as blocks, at most `mostNamed`. */
  named: readonly ProductCard[];
  /** Null: the shop shows none. */
  related: RelatedPostsProps | null;
  comments: CommentsProps;
}

function ArticleHead({ article, minutes }: { article: Article; minutes: number }) {
  const { t, timeZone } = useLocale();
  const [year, month] = dayIn(article.publishedAt, timeZone).split("-").map(Number);
  return (
    <header className="article-head">
      <h1 className="entry-title">{article.title}</h1>
      {article.excerpt && <p className="lead">{article.excerpt}</p>}
      <p className="by-line">
        {article.author && (
          <a href={routes.author(article.author.slug)} rel="author">
            {t("content.by", { author: article.author.name })}
          </a>
        )}
        <a href={routes.month(year ?? 0, month ?? 0)}>
          <Day date={article.publishedAt} />
        </a>
        <span>{t("content.minutes", { minutes })}</span>
        {article.categories.map(({ slug, name }) => (
          <a key={slug} href={routes.articleCategory(slug)} rel="category tag">
            {name}
          </a>
        ))}
      </p>
    </header>
  );
}

/** Renders the products that the article names. */
function NamedProducts({ cards }: { cards: readonly ProductCard[] }) {
  const { t } = useLocale();
  if (cards.length === 0) return null;
  return (
    <section className="section related later">
      <div className="section-head">
        <h2>{t("content.namedProducts")}</h2>
      </div>
      <ProductGrid cards={cards} isRow={cards.length === mostNamed} />
    </section>
  );
}

/** Renders a journal article. */
export function ArticlePage({
  article,
  body,
  crumbs,
  contents,
  minutes,
  neighbours,
  named,
  related,
  comments,
}: ArticlePageProps) {
  return (
    <>
      <ReadingProgress />
      <div className="wrap">
        <Breadcrumb crumbs={crumbs} />
        <article id={`post-${article.id}`}>
          <ArticleHead article={article} minutes={minutes} />
          {article.picture && (
            <Picture
              picture={article.picture}
              className="article-pic"
              sizes="(min-width: 81rem) 75rem, 92vw"
              loading="eager"
              fetchPriority="high"
            />
          )}
          <div className="article">
            <LinkedImages areThere={body.hasImageLinks} title={article.title}>
              <BodyWithBlocks body={body} className="prose entry-content" />
            </LinkedImages>
            {contents.length > 1 && <TableOfContents contents={contents} />}
          </div>
          <ArticleFoot article={article} neighbours={neighbours} />
        </article>
        <NamedProducts cards={named} />
        {related && <RelatedPosts {...related} />}
        <Comments {...comments} />
      </div>
    </>
  );
}
