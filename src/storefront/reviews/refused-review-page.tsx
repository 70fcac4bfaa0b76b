import { routes } from "#routes";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { useLocale } from "#ui/locale.tsx";
import { ReviewForm, type ReviewFormProps } from "./fragments/review-form.tsx";

interface RefusedReviewPageProps {
  errors: readonly { controlId: string | null; message: string }[];
  /** The product or article; undefined if there is no such one. */
  subject: { name: string; href: string } | undefined;
  /** The form with what was typed; null if it cannot be sent again. */
  form: ReviewFormProps | null;
}

/** Renders why a review was refused, with the form to correct it. */
export function RefusedReviewPage({ errors, subject, form }: RefusedReviewPageProps) {
  const { t } = useLocale();
  const prefix = form?.kind === "question" ? "question_" : "";
  const linked = errors.map(({ controlId, message }) => ({
    message,
    controlId: form && controlId !== null ? prefix + controlId : null,
  }));
  return (
    <div className="wrap refused-review">
      <h1>{t("reviews.refusedTitle")}</h1>
      <ErrorSummary errors={linked} />
      {form && form.maxPictures > 0 && form.kind === "review" && !form.replyTo && (
        <p className="muted">{t("reviews.refusedPictures")}</p>
      )}
      {form && <ReviewForm {...form} level={2} />}
      <p>
        <a className="link" href={subject?.href ?? routes.shop()}>
          {subject ? t("reviews.refusedBack", { name: subject.name }) : t("reviews.refusedBackShop")}
        </a>
      </p>
    </div>
  );
}
