import { routes } from "#routes";
import { maxReviewLengths } from "#shop/reviews/posting/posted-review.rules.ts";
import type { ReviewKind } from "#shop/reviews/review.ts";
import { refusedField } from "#shop/spam/correction.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import { ContactFields, PicturesField, RatingField, Trap } from "./review-form-fields.tsx";

export interface ReviewFormProps {
  /** The product or article. */
  subjectId: number;
  /** What it posts; replies are what they reply to. */
  kind: ReviewKind;
  /** The text being replied to; replies have no rating. */
  replyTo: { id: number; authorName: string } | null;
  /** Address of the product or article, to cancel the reply. */
  href: string;
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
  comment: { title: "reviews.comment", text: "reviews.yourComment", send: "reviews.sendComment" },
} as const;

function Title({ kind, replyTo, href, level = 3 }: Pick<ReviewFormProps, "kind" | "replyTo" | "href" | "level">) {
  const { t } = useLocale();
  const Heading = `h${level}` as const;
  return (
    <Heading id="reply-title" className="comment-reply-title">
      <span>{replyTo ? t("product.replyTo", { name: replyTo.authorName }) : t(texts[kind].title)}</span>{" "}
      <a
        id="cancel-comment-reply-link"
        className="link link--quiet small"
        href={`${href}#respond`}
        rel="nofollow"
        hidden={!replyTo}
      >
        {t("product.cancelReply")}
      </a>
    </Heading>
  );
}

/**
 * Renders the form for a review, a question, a comment or a reply; it posts to the address of all comments. A page has at most
 * one of reviews or comments and one of questions, whose ids have a prefix.
 */
export function ReviewForm(props: ReviewFormProps) {
  const { subjectId, kind, replyTo, ratingRequired, asksContact, maxPictures, refused } = props;
  const { t } = useLocale();
  const Heading = `h${props.level ?? 3}` as const;
  const isQuestion = kind === "question";
  const prefix = isQuestion ? "question_" : "";
  const text = texts[replyTo ? "reply" : kind];
  const isReview = kind === "review" && !replyTo;
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
          <input type="hidden" id={`${prefix}comment_post_ID`} name="comment_post_ID" value={subjectId} />
          <input type="hidden" id={`${prefix}comment_parent`} name="comment_parent" value={replyTo?.id ?? 0} />
          {isQuestion && <input type="hidden" name="chowk_kind" value="question" />}
          {refused && <input type="hidden" name={refusedField} value={refused.proof} />}
        </p>
        <Trap prefix={prefix} />
      </form>
    </div>
  );
}
