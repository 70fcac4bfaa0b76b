import { useLocale } from "./locale.tsx";

/**
 * Five stars, filled up to the average (0 to 5). A bar that the style sheet cuts into stars: the page's policy allows no
 * inline styles, and a page of products has many of them.
 */
export function Stars({ average }: { average: number }) {
  const { t } = useLocale();
  return (
    <svg className="star-rating" viewBox="0 0 5 1" role="img" aria-label={t("shell.stars", { average })}>
      <rect className="star-rating-ground" width="5" height="1" />
      <rect className="star-rating-fill" width={average} height="1" />
    </svg>
  );
}
