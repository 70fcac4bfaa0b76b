import { useLocale } from "./locale.tsx";

/** Five stars side by side, each in a square of 20. */
const fiveStars = [0, 20, 40, 60, 80]
  .map((x) => `M${x + 10} 1.6l2.6 5.7 6.2.7-4.6 4.2 1.3 6.1-5.5-3.1-5.5 3.1 1.3-6.1L${x + 1.2} 8l6.2-.7z`)
  .join("");

/** Five stars, filled up to the average (0 to 5). Drawn, because the page's policy allows no inline styles. */
export function Stars({ average }: { average: number }) {
  const { t } = useLocale();
  return (
    <svg className="star-rating" viewBox="0 0 100 20" role="img" aria-label={t("shell.stars", { average })}>
      <path className="star-rating-ground" d={fiveStars} />
      <svg width={average * 20} height="20" aria-hidden="true">
        <path className="star-rating-fill" d={fiveStars} />
      </svg>
    </svg>
  );
}
