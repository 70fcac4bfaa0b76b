import type { ReviewSummary as Summary } from "#shop/reviews/review.ts";
import { useLocale } from "#ui/locale.tsx";
import { Stars } from "#ui/stars.tsx";

/** A bar filled by a share of 0 to 1. Drawn, because the page's content policy allows no inline style. */
function Bar({ share }: { share: number }) {
  return (
    <svg className="dist-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect width={Math.round(share * 1000) / 10} height="8" />
    </svg>
  );
}

/** The mean and how many gave each number of stars, most stars first. */
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
