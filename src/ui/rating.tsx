import { useLocale } from "./locale.tsx";
import { Stars } from "./stars.tsx";

interface RatingProps {
  average: number;
  count: number;
  /** Link to the reviews. */
  href?: string;
  /** "(212 reviews)" instead of "(212)". */
  isWordy?: boolean;
}

/** Renders stars, the average and the number of reviews. */
export function Rating({ average, count, href, isWordy }: RatingProps) {
  const { t } = useLocale();
  const content = (
    <>
      <Stars average={average} />
      <span>
        {isWordy ? (
          <>
            <b>{average.toFixed(1)}</b> ({t("shell.reviews", { count })})
          </>
        ) : (
          `${average.toFixed(1)} (${count})`
        )}
      </span>
    </>
  );
  return href === undefined ? (
    <span className="rating">{content}</span>
  ) : (
    <a className="rating woocommerce-review-link" href={href} rel="nofollow">
      {content}
    </a>
  );
}
