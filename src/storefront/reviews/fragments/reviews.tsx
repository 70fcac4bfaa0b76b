import { routes } from "#routes";
import type { Review, ReviewSummary as Summary } from "#shop/reviews/review.ts";
import type { ReviewSelection } from "#shop/reviews/review-order.rules.ts";
import type { OwnReview } from "#shop/reviews/reviews.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale } from "#ui/locale.tsx";
import { ReviewForm, type ReviewFormProps } from "./review-form.tsx";
import { ReviewList } from "./review-list.tsx";
import { ReviewOrders, ReviewPages } from "./review-pages.tsx";
import { ReviewSummary } from "./review-summary.tsx";

export interface ReviewsProps {
  productId: number;
  slug: string;
  summary: Summary;
  /** The number of selected reviews on all pages. */
  total: number;
  /** The reviews of this page. */
  list: readonly Review[];
  selection: ReviewSelection;
  page: number;
  pageCount: number;
  /** One that only its author sees, because it waits for approval. */
  own: OwnReview | null;
  /** A form, or why there is none. */
  form: ReviewFormProps | NoForm;
}

/** Why there is no form; `not_bought` is a signed-in customer. */
type NoForm = "needs_account" | "only_buyers" | "not_bought";

function Closed({ form, slug }: { form: NoForm; slug: string }) {
  const { t } = useLocale();
  return (
    <p className="woocommerce-verification-required">
      {t(form === "needs_account" ? "reviews.signIn" : "reviews.onlyBuyers")}{" "}
      {form !== "not_bought" && (
        <a className="link" href={routes.signIn(routes.product(slug))}>
          {t("reviews.signInLink")}
        </a>
      )}
    </p>
  );
}

/** Renders the reviews of a product and the review form. */
export function Reviews({
  productId,
  slug,
  summary,
  total,
  list,
  selection,
  page,
  pageCount,
  own,
  form,
}: ReviewsProps) {
  const { t } = useLocale();
  const isOpen = typeof form === "object";
  const hasReviews = summary.count > 0 || list.length > 0;
  return (
    <div id="reviews" className="woocommerce-Reviews two two--wide">
      {hasReviews ? (
        <ReviewSummary summary={summary} slug={slug} selection={selection} />
      ) : (
        <EmptyState title={t("product.noReviews")} className="woocommerce-noreviews">
          {isOpen && <p className="muted">{t("product.noReviewsText")}</p>}
        </EmptyState>
      )}
      <div className="review-column">
        <div id="comments">
          {(total > 1 || selection.stars !== null) && <ReviewOrders slug={slug} selection={selection} />}
          {selection.stars !== null && total === 0 && <p className="muted">{t("reviews.noneSelected")}</p>}
          <ReviewList list={list} own={own} subjectId={productId} takesReplies={isOpen} />
          <ReviewPages slug={slug} selection={selection} page={page} pageCount={pageCount} />
        </div>
        <div id="review_form_wrapper">{isOpen ? <ReviewForm {...form} /> : <Closed form={form} slug={slug} />}</div>
      </div>
    </div>
  );
}
