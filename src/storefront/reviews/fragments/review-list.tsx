import type { Review } from "#shop/reviews/review.ts";
import { Day } from "#ui/day.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Stars } from "#ui/stars.tsx";

interface ReviewListProps {
  reviews: readonly Review[];
  productId: number;
  /** True for reviews, false for replies. */
  takesReplies: boolean;
}

function ReplyLink({ review, productId }: { review: Review; productId: number }) {
  const { t } = useLocale();
  return (
    <a
      className="comment-reply-link link link--quiet small"
      href={`?replytocom=${review.id}#respond`}
      rel="nofollow"
      data-commentid={review.id}
      data-postid={productId}
      data-belowelement={`comment-${review.id}`}
      data-respondelement="respond"
      data-replyto={t("product.replyTo", { name: review.authorName })}
      aria-label={`${t("product.reply")}: ${t("product.replyTo", { name: review.authorName })}`}
    >
      {t("product.reply")}
    </a>
  );
}

function ReviewItem({ review, ...list }: Omit<ReviewListProps, "reviews"> & { review: Review }) {
  const { t } = useLocale();
  return (
    <li className={review.rating === null ? "comment reply" : "review"} id={`li-comment-${review.id}`}>
      <div className="comment_container" id={`comment-${review.id}`}>
        <p className="meta by">
          {review.rating !== null && <Stars average={review.rating} />}
          <b className="woocommerce-review__author">{review.authorName}</b>
          {review.isVerified && <span className="woocommerce-review__verified">{t("product.verified")}</span>}
          <Day date={review.createdAt} />
        </p>
        <div className="description">
          <p className="review-body">{review.body}</p>
        </div>
        {list.takesReplies && review.rating !== null && <ReplyLink review={review} productId={list.productId} />}
      </div>
      {review.replies.length > 0 && (
        <ol className="children" role="list">
          {review.replies.map((reply) => (
            <ReviewItem key={reply.id} review={reply} {...list} />
          ))}
        </ol>
      )}
    </li>
  );
}

/** Renders reviews with their replies in the given order, newest first. */
export function ReviewList({ reviews, ...list }: ReviewListProps) {
  return (
    <ol className="commentlist" role="list">
      {reviews.map((review) => (
        <ReviewItem key={review.id} review={review} {...list} />
      ))}
    </ol>
  );
}
