import { routes } from "#routes";
import type { Review } from "#shop/reviews/review.ts";
import { maxDepth } from "#shop/reviews/review-order.rules.ts";
import type { OwnReview } from "#shop/reviews/reviews.ts";
import { Day } from "#ui/day.tsx";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { mediaSrc } from "#ui/media-src.ts";
import { Picture } from "#ui/picture.tsx";
import { Stars } from "#ui/stars.tsx";
import { ReviewText } from "./review-text.tsx";

interface ReviewListProps {
  /** Reviews, questions or comments with their replies. */
  list: readonly Review[];
  /** One that only its author sees, because it waits for approval: below its parent, or first if that is on another page. */
  own: OwnReview | null;
  /** The product or article. */
  subjectId: number;
  takesReplies: boolean;
  className?: string;
}

interface ReviewItemProps extends Pick<ReviewListProps, "own" | "subjectId" | "takesReplies"> {
  review: Review;
  /** 1 for one that starts a thread. */
  depth?: number;
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
function ReviewItem({ review, depth = 1, ...list }: ReviewItemProps) {
  const { t } = useLocale();
  const isWaiting = review === list.own?.review;
  const replies = list.own?.parentId === review.id ? [...review.replies, list.own.review] : review.replies;
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
      {replies.length > 0 && (
        <ol className="children" role="list">
          {replies.map((reply) => (
            <ReviewItem key={reply.id} review={reply} depth={depth + 1} {...list} />
          ))}
        </ol>
      )}
    </li>
  );
}

/** Whether a list has a review or reply. */
function has(list: readonly Review[], id: number | null): boolean {
  return list.some((review) => review.id === id || has(review.replies, id));
}

/** Renders reviews, questions or comments with their replies; nothing if there are none. */
export function ReviewList({ list, own, className = "commentlist", ...item }: ReviewListProps) {
  const first = own && !has(list, own.parentId) ? [own.review] : [];
  const shown = [...first, ...list];
  if (shown.length === 0) return null;
  return (
    <ol className={className} role="list">
      {shown.map((review) => (
        <ReviewItem key={review.id} review={review} own={own} {...item} />
      ))}
    </ol>
  );
}
