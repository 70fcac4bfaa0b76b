import { routes } from "#routes";
import type { Article, ArticleCard, Neighbours } from "#shop/content/article.ts";
import { dayIn } from "#shop/settings/time-zone.rules.ts";
import { Breadcrumb, type Crumb } from "#ui/breadcrumb.tsx";
import { Day } from "#ui/day.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Picture } from "#ui/picture.tsx";
import { LinkedImages } from "../lightbox/fragments/linked-images.tsx";
import { ArticleFoot } from "./article-foot.tsx";
import { BodyWithBlocks, type EmbeddedBody } from "./blocks/embed-blocks.tsx";
import { ArticleTeaser } from "./fragments/article-teaser.tsx";
import { ReadingProgress } from "./reading-progress.tsx";
import { type Contents, TableOfContents } from "./table-of-contents.tsx";

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
  /** Three other articles, or none. */
  readNext: readonly ArticleCard[];
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

/** Renders the empty, hidden container that a script fills with related products and articles. */
function RelatedPosts() {
  const { t } = useLocale();
  return (
    <div id="jp-relatedposts" className="jp-relatedposts" hidden>
      <h2 className="jp-relatedposts-headline">{t("content.related")}</h2>
    </div>
  );
}

function ReadNext({ articles }: { articles: readonly ArticleCard[] }) {
  const { t } = useLocale();
  return (
    <section className="section">
      <div className="section-head">
        <h2>{t("content.readNext")}</h2>
      </div>
      <div className="three">
        {articles.map((article) => (
          <ArticleTeaser key={article.id} article={article} />
        ))}
      </div>
    </section>
  );
}

/** Renders a journal article. */
export function ArticlePage({ article, body, crumbs, contents, minutes, neighbours, readNext }: ArticlePageProps) {
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
        <RelatedPosts />
        {readNext.length > 0 && <ReadNext articles={readNext} />}
      </div>
    </>
  );
}
