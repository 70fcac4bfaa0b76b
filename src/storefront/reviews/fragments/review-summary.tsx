import { routes } from "#routes";
import type { ReviewSummary as Summary } from "#shop/reviews/review.ts";
import { type ReviewSelection, reviewSelection, spelledOrder } from "#shop/reviews/review-order.rules.ts";
import { useLocale } from "#ui/locale.tsx";
import { Stars } from "#ui/stars.tsx";

interface ReviewSummaryProps {
  summary: Summary;
  /** The product whose reviews the rows lead to; without it they are no links. */
  slug?: string;
  /** What the list shows: a row changes its rating and keeps its order. */
  selection?: ReviewSelection;
}

/** Renders a bar filled by a share from 0 to 1. An SVG, because the content security policy forbids inline styles. */
function Bar({ share }: { share: number }) {
  return (
    <svg className="dist-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect width={Math.round(share * 1000) / 10} height="8" />
    </svg>
  );
}

/** Renders the average rating, and the number of reviews for each rating, which lead to these reviews. */
export function ReviewSummary({ summary, slug, selection = reviewSelection(null, null) }: ReviewSummaryProps) {
  const { t } = useLocale();
  const rated = summary.count;
  const rows = summary.distribution.map((count, index) => ({ stars: index + 1, count })).reverse();
  return (
    <div className="dist">
      <p className="dist-sum">
        <strong>{summary.average.toFixed(1)}</strong>
        <span>
          <Stars average={summary.average} />
          <br />
          <span className="muted small">{t("product.reviewsSummary", { count: summary.count })}</span>
        </span>
      </p>
      <ul className="dist-rows" role="list" aria-label={t("product.distribution")}>
        {rows.map(({ stars, count }) => {
          const row = (
            <>
              <span>{t("product.starsRow", { stars })}</span>
              <Bar share={rated === 0 ? 0 : count / rated} />
              <span className="num" aria-hidden="true">
                {count}
              </span>
              <span className="vh">{t("product.starsRowCount", { count })}</span>
            </>
          );
          const isSelected = stars === selection.stars;
          return (
            <li key={stars}>
              {count === 0 || slug === undefined ? (
                <span className="dist-row">{row}</span>
              ) : (
                <a
                  className="dist-row"
                  href={routes.productReviews(slug, 1, spelledOrder(selection), isSelected ? null : stars)}
                  rel="nofollow"
                  aria-current={isSelected ? "true" : undefined}
                >
                  {row}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
