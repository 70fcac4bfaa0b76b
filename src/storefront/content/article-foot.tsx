import { routes } from "#routes";
import type { Article, ArticleLink, Neighbours } from "#shop/content/article.ts";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { TopicLinks } from "./archives/topic-links.tsx";
import { AuthorBox } from "./author-box.tsx";

/** Renders what follows an article's text: its tags, its author and the articles before and after it. */
export function ArticleFoot({ article, neighbours }: { article: Article; neighbours: Neighbours }) {
  const { t } = useLocale();
  const { tags, author } = article;
  return (
    <footer className="article-foot">
      {tags.length > 0 && (
        <nav aria-label={t("content.tags")}>
          <TopicLinks topics={tags} href={routes.articleTag} />
        </nav>
      )}
      {author && (
        <section aria-label={t("content.author.about")}>
          <AuthorBox author={author} />
        </section>
      )}
      {(neighbours.previous || neighbours.next) && (
        <nav className="neighbours" aria-label={t("content.neighbours")}>
          <NeighbourLink rel="prev" article={neighbours.previous} label={t("content.previous")} />
          <NeighbourLink rel="next" article={neighbours.next} label={t("content.next")} />
        </nav>
      )}
    </footer>
  );
}

interface NeighbourLinkProps {
  rel: "prev" | "next";
  article: ArticleLink | null;
  label: string;
}

function NeighbourLink({ rel, article, label }: NeighbourLinkProps) {
  if (!article) return null;
  return (
    <a className={rel} rel={rel} href={routes.article(article.slug)}>
      <span>
        {label} {rel === "next" && <Icon name="arrow" isSmall isMirrored />}
      </span>
      <b>{article.title}</b>
    </a>
  );
}
