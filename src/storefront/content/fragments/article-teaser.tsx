import { routes } from "#routes";
import type { ArticleCard } from "#shop/content/article.ts";
import { Day } from "#ui/day.tsx";
import { Picture } from "#ui/picture.tsx";

interface ArticleTeaserProps {
  article: ArticleCard;
  /** Whether the list has pictures: an article without one has a placeholder then. */
  hasPictures: boolean;
  /** Puts the picture next to the text instead of above it. */
  isRow?: boolean;
  sizes?: string;
  /** Whether it is the first of a page's main list, whose picture is on the first screen. */
  isFirst?: boolean;
  /** Heading level of the title. */
  level?: 2 | 3;
}

/** Renders an article in a list. */
export function ArticleTeaser({
  article,
  hasPictures,
  isRow,
  sizes = "(min-width: 48rem) 33vw, 92vw",
  isFirst = false,
  level = 3,
}: ArticleTeaserProps) {
  const href = routes.article(article.slug);
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <article className={isRow ? "post post--row" : "post"}>
      {hasPictures && (
        <a href={href} tabIndex={-1} aria-hidden="true">
          {article.picture ? (
            <Picture
              picture={article.picture}
              alt=""
              sizes={sizes}
              {...(isFirst && { loading: "eager", fetchPriority: "high" })}
            />
          ) : (
            <span className="post-blank" />
          )}
        </a>
      )}
      <div>
        <Heading className="post-title">
          <a href={href}>{article.title}</a>
        </Heading>
        <p>{article.summary}</p>
        <Day date={article.publishedAt} />
      </div>
    </article>
  );
}
