import { routes } from "#routes";
import type { Review } from "#shop/reviews/review.ts";
import type { OwnReview } from "#shop/reviews/reviews.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { ReviewForm, type ReviewFormProps } from "./review-form.tsx";
import { ReviewList } from "./review-list.tsx";

export interface QuestionsProps {
  productId: number;
  slug: string;
  /** The questions of this page with their answers. */
  list: readonly Review[];
  page: number;
  pageCount: number;
  /** One that only its author sees, because it waits for approval. */
  own: OwnReview | null;
  /** Null: this visitor cannot ask. */
  form: ReviewFormProps | null;
}

function QuestionPages({ slug, page, pageCount }: Pick<QuestionsProps, "slug" | "page" | "pageCount">) {
  const { t } = useLocale();
  if (pageCount === 1) return null;
  return (
    <nav className="review-pages" aria-label={t("reviews.questionPages")}>
      {page > 1 && (
        <Button href={routes.productQuestions(slug, page - 1)} look="line" rel="prev">
          {t("reviews.newerQuestions")}
        </Button>
      )}
      {page < pageCount && (
        <Button href={routes.productQuestions(slug, page + 1)} look="line" rel="next">
          {t("reviews.olderQuestions")}
        </Button>
      )}
    </nav>
  );
}

/** Renders the questions about a product with their answers, and the form for another one. */
export function Questions({ productId, slug, list, page, pageCount, own, form }: QuestionsProps) {
  const { t } = useLocale();
  if (list.length === 0 && !form) return null;
  return (
    <section id="questions" className="section questions later">
      <h2>{t("reviews.questions")}</h2>
      {list.length === 0 && !own && <p className="muted">{t("reviews.noQuestions")}</p>}
      <ReviewList list={list} own={own} subjectId={productId} takesReplies={form !== null} />
      <QuestionPages slug={slug} page={page} pageCount={pageCount} />
      {form && (
        <details className="ask">
          <summary className="btn btn--line">
            <span className="label">{t("reviews.ask")}</span>
          </summary>
          <ReviewForm {...form} />
        </details>
      )}
    </section>
  );
}
