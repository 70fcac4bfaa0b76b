import { routes } from "#routes";
import type { Review } from "#shop/reviews/review.ts";
import { maxDepth } from "#shop/reviews/review-order.rules.ts";
import { Day } from "#ui/day.tsx";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { mediaSrc } from "#ui/media-src.ts";
import { Picture } from "#ui/picture.tsx";
import { Stars } from "#ui/stars.tsx";
import { ReviewText } from "./review-text.tsx";

export interface ReviewItemProps {
  review: Review;
  /** The product or article. */
  subjectId: number;
  takesReplies: boolean;
  /** 1 for one that starts a thread. */
  depth?: number;
  /** Only its author sees it, before it is approved. */
  isWaiting?: boolean;
}

/** Renders the link that moves the form below a review; without scripts it loads the page with the form as a reply. */
function ReplyLink({ review, subjectId }: Pick<ReviewItemProps, "review" | "subjectId">) {
  const { t } = useLocale();
  const isQuestion = review.kind === "question";
  const title = t(isQuestion ? "reviews.answerTo" : "product.replyTo", { name: review.authorName });
  const label = t(isQuestion ? "reviews.answer" : "product.reply");
  return (
    <a
      className="comment-reply-link link link--quiet small"
      href={`?replytocom=${review.id}#respond`}
      rel="nofollow"
      data-commentid={review.id}
      data-postid={subjectId}
      data-belowelement={`comment-${review.id}`}
      data-respondelement="respond"
      data-replyto={title}
      aria-label={title.startsWith(label) ? title : `${label}: ${title}`}
    >
      {label}
    </a>
  );
}

/** Renders the button for "this was helpful"; the count follows without a reload where scripts run. */
function Vote({ review }: { review: Review }) {
  const { t } = useLocale();
  return (
    <form className="review-vote" action={routes.voteForReview()} method="post" data-failed={t("reviews.voteFailed")}>
      <input type="hidden" name="review" value={review.id} />
      <button type="submit" className="link link--quiet small">
        <Icon name="check" isSmall />
        {t("reviews.helpful")}
        <span className="vh">: {review.authorName}</span>
      </button>
      <span className="vote-count muted small" role="status">
        {t("reviews.helpfulCount", { count: review.helpfulCount })}
      </span>
    </form>
  );
}

function Pictures({ review }: { review: Review }) {
  const { t } = useLocale();
  if (review.pictures.length === 0) return null;
  return (
    <ul className="review-pictures" role="list">
      {review.pictures.map((picture, index) => (
        <li key={picture.id}>
          <a href={mediaSrc(picture)}>
            <Picture
              picture={picture}
              sizes="96px"
              alt={t("reviews.pictureOf", { number: index + 1, name: review.authorName })}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Author({ review }: { review: Review }) {
  const { t } = useLocale();
  return (
    <p className="meta by">
      {review.rating !== null && <Stars average={review.rating} />}
      <b className="woocommerce-review__author" dir="auto">
        {review.authorName}
      </b>
      {review.isStaff && <span className="review-staff">{t("reviews.staff")}</span>}
      {review.isVerified && !review.isStaff && (
        <span className="woocommerce-review__verified">{t("product.verified")}</span>
      )}
      <Day date={review.createdAt} />
    </p>
  );
}

/** Renders a review, question or reply with the replies to it. */
export function ReviewItem({ review, depth = 1, isWaiting = false, ...list }: ReviewItemProps) {
  const { t } = useLocale();
  const isReview = review.kind === "review" && depth === 1;
  const classes = [
    depth > 1 ? "comment reply" : review.kind === "comment" ? "comment" : "review",
    review.isStaff && "bypostauthor",
  ];
  return (
    <li className={classes.filter(Boolean).join(" ")} id={`li-comment-${review.id}`}>
      <div className="comment_container" id={`comment-${review.id}`}>
        <Author review={review} />
        {isWaiting && (
          <p className="comment-awaiting-moderation notice notice--good" role="status">
            {t("reviews.waiting")}
          </p>
        )}
        <div className="description">
          <ReviewText text={review.body} />
          <Pictures review={review} />
        </div>
        {!isWaiting && (
          <div className="review-acts">
            {isReview && <Vote review={review} />}
            {list.takesReplies && depth < maxDepth && <ReplyLink review={review} subjectId={list.subjectId} />}
          </div>
        )}
      </div>
      {review.replies.length > 0 && (
        <ol className="children" role="list">
          {review.replies.map((reply) => (
            <ReviewItem key={reply.id} review={reply} depth={depth + 1} {...list} />
          ))}
        </ol>
      )}
    </li>
  );
}
