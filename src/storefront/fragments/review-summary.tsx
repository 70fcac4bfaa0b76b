import type { CSSProperties } from "react";
import type { ReviewSummary as Summary } from "#shop/reviews/review.ts";
import { useLocale } from "#ui/locale.tsx";
import { Stars } from "#ui/stars.tsx";

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
            <i style={{ "--p": `${rated === 0 ? 0 : (100 * count) / rated}%` } as CSSProperties} />
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
