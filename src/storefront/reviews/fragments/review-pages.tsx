import { routes } from "#routes";
import { type ReviewSelection, reviewOrders, spelledOrder } from "#shop/reviews/review-order.rules.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";

interface ReviewListing {
  slug: string;
  selection: ReviewSelection;
  page: number;
  pageCount: number;
}

/** Renders the links that sort reviews, and what they are limited to. */
export function ReviewOrders({ slug, selection }: Pick<ReviewListing, "slug" | "selection">) {
  const { t } = useLocale();
  const { stars } = selection;
  return (
    <div className="review-orders">
      <nav aria-label={t("reviews.order")}>
        <ul role="list">
          {reviewOrders.map((order) => (
            <li key={order}>
              <a
                href={routes.productReviews(slug, 1, spelledOrder({ ...selection, order }), stars)}
                rel="nofollow"
                aria-current={order === selection.order ? "true" : undefined}
              >
                {t(`reviews.order.${order}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {stars !== null && (
        <p className="review-filter">
          {t("reviews.onlyStars", { stars })}{" "}
          <a className="link" href={routes.productReviews(slug, 1, spelledOrder(selection))}>
            {t("reviews.showAll")}
          </a>
        </p>
      )}
    </div>
  );
}

/** Renders links to the reviews before and after those of this page. */
export function ReviewPages({ slug, selection, page, pageCount }: ReviewListing) {
  const { t } = useLocale();
  if (pageCount === 1) return null;
  const href = (to: number) => routes.productReviews(slug, to, spelledOrder(selection), selection.stars);
  return (
    <p className="review-pages">
      {page > 1 && (
        <Button href={href(page - 1)} look="line" rel="prev">
          {t("product.newerReviews")}
        </Button>
      )}
      {page < pageCount && (
        <Button href={href(page + 1)} look="line" rel="next">
          {t("product.moreReviews")}
        </Button>
      )}
    </p>
  );
}
