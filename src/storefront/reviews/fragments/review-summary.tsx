import type { ReviewSummary as Summary } from "#shop/reviews/review.ts";
import { useLocale } from "#ui/locale.tsx";
import { Stars } from "#ui/stars.tsx";

/** Renders a bar filled by a share from 0 to 1. An SVG, because the content security policy forbids inline styles. */
function Bar({ share }: { share: number }) {
  return (
    <svg className="dist-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect width={Math.round(share * 1000) / 10} height="8" />
    </svg>
  );
}

/** Renders the average rating and the number of reviews for each star count, highest first. */
export function ReviewSummary({ summary }: { summary: Summary }) {
  const { t } = useLocale();
  const rated = summary.distribution.reduce((total, count) => total + count, 0);
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
        {rows.map(({ stars, count }) => (
          <li key={stars}>
            <span>{t("product.starsRow", { stars })}</span>
            <Bar share={rated === 0 ? 0 : count / rated} />
            <span className="num" aria-hidden="true">
              {count}
            </span>
            <span className="vh">{t("product.starsRowCount", { count })}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
