import { routes } from "#routes";
import type { ArticleCard } from "#shop/content/article.ts";
import { useLocale } from "#ui/locale.tsx";
import { Notice } from "#ui/notice.tsx";
import type { ArticleCounts } from "./search-articles.ts";

/** How a search was answered. */
export interface SearchAnswer {
  text: string;
  /** The text with typos corrected; null if that finds no more. */
  correction: string | null;
  /** Whether the products are those of the correction. */
  isCorrected: boolean;
  /** The words that the products have, if none has all; else null. */
  kept: string | null;
  /** Pages and articles, best first. */
  articles: readonly Pick<ArticleCard, "slug" | "title" | "summary">[];
  /** How many there are in all. */
  counts: ArticleCounts;
  /** Whether they are what was searched for, rather than products. */
  areArticlesFirst: boolean;
}

/** Says what was searched for instead of the text, and links to the other way. */
export function SearchNotice({ text, correction, isCorrected, kept }: SearchAnswer) {
  const { t } = useLocale();
  const other =
    correction === null
      ? undefined
      : isCorrected
        ? { label: t("catalogue.search.asTyped", { query: text }), href: routes.searchAsTyped(text) }
        : { label: t("catalogue.search.didYouMean", { query: correction }), href: routes.search(correction) };
  if (isCorrected)
    return (
      <Notice kind="info" {...(other && { action: other })}>
        {t("catalogue.search.corrected", { query: text, correction: correction ?? "" })}
      </Notice>
    );
  if (kept === null && !other) return null;
  return (
    <Notice kind="info" {...(other && { action: other })}>
      {kept === null
        ? t("catalogue.search.nothingTyped", { query: text })
        : t("catalogue.search.kept", { query: text, kept })}
    </Notice>
  );
}
