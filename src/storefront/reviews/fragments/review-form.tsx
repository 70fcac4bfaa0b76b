import { routes } from "#routes";
import { maxReviewLengths } from "#shop/reviews/posting/posted-review.rules.ts";
import { refusedField } from "#shop/spam/correction.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import { ContactFields, PicturesField, RatingField, Trap } from "./review-form-fields.tsx";

export interface ReviewFormProps {
  productId: number;
  /** Whether it posts a question; replies are what they reply to. */
  isQuestion: boolean;
  /** The review being replied to; replies have no rating. */
  replyTo: { id: number; authorName: string } | null;
  /** Address of the product, to cancel the reply. */
  productHref: string;
  ratingRequired: boolean;
  /** True for guests, who must enter name and email. */
  asksContact: boolean;
  needsContact: boolean;
  /** Name and email that a guest allowed us to remember. */
  commenter: { name: string; email: string };
  /** How many pictures a review can have. */
  maxPictures: number;
  /** Level of its heading; default 3. */
  level?: 2 | 3;
  /** What was typed into a refused form, by name, its error, and the proof that it was refused. */
  refused?: {
    proof: string;
    typed: Readonly<Record<string, string>>;
    errors: readonly { controlId: string | null; message: string }[];
  };
}

/** Texts by what the form posts. */
const texts = {
  review: { title: "product.writeReview", text: "product.yourReview", send: "product.sendReview" },
  reply: { title: "product.writeReview", text: "reviews.yourReply", send: "reviews.sendReply" },
  question: { title: "reviews.ask", text: "reviews.yourQuestion", send: "reviews.sendQuestion" },
} as const;

function Title({ replyTo, productHref, level = 3 }: Pick<ReviewFormProps, "replyTo" | "productHref" | "level">) {
  const { t } = useLocale();
  const Heading = `h${level}` as const;
  return (
    <Heading id="reply-title" className="comment-reply-title">
      <span>{replyTo ? t("product.replyTo", { name: replyTo.authorName }) : t("product.writeReview")}</span>{" "}
      <a
        id="cancel-comment-reply-link"
        className="link link--quiet small"
        href={`${productHref}#respond`}
        rel="nofollow"
        hidden={!replyTo}
      >
        {t("product.cancelReply")}
      </a>
    </Heading>
  );
}

/**
 * Renders the form for a review, a question or a reply; it posts to the address of all comments. A page has at most one of
 * reviews and one of questions, whose ids have a prefix.
 */
export function ReviewForm(props: ReviewFormProps) {
  const { productId, isQuestion, replyTo, ratingRequired, asksContact, maxPictures, refused } = props;
  const { t } = useLocale();
  const Heading = `h${props.level ?? 3}` as const;
  const prefix = isQuestion ? "question_" : "";
  const text = texts[replyTo ? "reply" : isQuestion ? "question" : "review"];
  const isReview = !isQuestion && !replyTo;
  const errorOf = (name: string) => refused?.errors.find(({ controlId }) => controlId === name)?.message;
  const typed = refused?.typed;
  return (
    <div id={`${prefix}respond`} className="comment-respond">
      {isQuestion ? <Heading className="comment-reply-title">{t("reviews.ask")}</Heading> : <Title {...props} />}
      <form
        id={isQuestion ? "questionform" : "commentform"}
        className="comment-form"
        action={routes.postComment()}
        method="post"
        encType={isReview && maxPictures > 0 ? "multipart/form-data" : undefined}
      >
        {isReview && <RatingField isRequired={ratingRequired} value={typed?.rating} error={errorOf("rating")} />}
        <div data-reply-text={replyTo ? undefined : t("reviews.yourReply")}>
          <Field
            name="comment"
            id={`${prefix}comment`}
            label={t(text.text)}
            kind="textarea"
            isRequired
            maxLength={maxReviewLengths.text}
            value={typed?.comment ?? ""}
            error={errorOf("comment")}
          />
        </div>
        {asksContact && <ContactFields {...props} prefix={prefix} errorOf={errorOf} />}
        {isReview && maxPictures > 0 && <PicturesField count={maxPictures} error={errorOf("review_pictures")} />}
        <p className="form-submit" data-reply-text={replyTo ? undefined : t("reviews.sendReply")}>
          <Button type="submit" id={`${prefix}submit`} name="submit" value={t(text.send)} className="submit">
            {t(text.send)}
          </Button>
          <input type="hidden" id={`${prefix}comment_post_ID`} name="comment_post_ID" value={productId} />
          <input type="hidden" id={`${prefix}comment_parent`} name="comment_parent" value={replyTo?.id ?? 0} />
          {isQuestion && <input type="hidden" name="chowk_kind" value="question" />}
          {refused && <input type="hidden" name={refusedField} value={refused.proof} />}
        </p>
        <Trap prefix={prefix} />
      </form>
    </div>
  );
}
