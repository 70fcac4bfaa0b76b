import type { Review, ReviewSummary as Summary } from "#shop/reviews/review.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale } from "#ui/locale.tsx";
import { ReviewForm, type ReviewFormProps } from "./review-form.tsx";
import { ReviewList } from "./review-list.tsx";
import { ReviewSummary } from "./review-summary.tsx";

export interface ReviewsProps {
  productId: number;
  summary: Summary;
  /** The reviews of this page, newest first. */
  list: readonly Review[];
  /** Links to pages of older and newer reviews; null for none. */
  olderHref: string | null;
  newerHref: string | null;
  /** null when the visitor cannot write a review. */
  form: ReviewFormProps | null;
}

function ReviewPages({ olderHref, newerHref }: Pick<ReviewsProps, "olderHref" | "newerHref">) {
  const { t } = useLocale();
  if (!olderHref && !newerHref) return null;
  return (
    <p className="review-pages">
      {newerHref && (
        <Button href={newerHref} look="line" rel="prev">
          {t("product.newerReviews")}
        </Button>
      )}
      {olderHref && (
        <Button href={olderHref} look="line" rel="next">
          {t("product.moreReviews")}
        </Button>
      )}
    </p>
  );
}

/** Renders the reviews of a product and the review form. */
export function Reviews({ productId, summary, list, olderHref, newerHref, form }: ReviewsProps) {
  const { t } = useLocale();
  return (
    <div id="reviews" className="woocommerce-Reviews two two--wide">
      {summary.count > 0 ? (
        <ReviewSummary summary={summary} />
      ) : (
        <EmptyState title={t("product.noReviews")} className="woocommerce-noreviews">
          {form && <p className="muted">{t("product.noReviewsText")}</p>}
        </EmptyState>
      )}
      <div className="review-column">
        <div id="comments">
          {list.length > 0 && <ReviewList reviews={list} productId={productId} takesReplies={form !== null} />}
          <ReviewPages olderHref={olderHref} newerHref={newerHref} />
        </div>
        {form && (
          <div id="review_form_wrapper">
            <ReviewForm {...form} />
          </div>
        )}
      </div>
    </div>
  );
}
