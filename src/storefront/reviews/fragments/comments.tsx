import { routes } from "#routes";
import type { Review } from "#shop/reviews/review.ts";
import type { OwnReview } from "#shop/reviews/reviews.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { ReviewForm, type ReviewFormProps } from "./review-form.tsx";
import { ReviewList } from "./review-list.tsx";

export interface CommentsProps {
  /** The article. */
  subjectId: number;
  slug: string;
  /** The comments of this page with their replies. */
  list: readonly Review[];
  /** Comments and replies on all pages. */
  count: number;
  page: number;
  pageCount: number;
  /** One that only its author sees, because it waits for approval. */
  own: OwnReview | null;
  /** A form, or why there is none. */
  form: ReviewFormProps | "closed" | "needs_account";
}

function CommentPages({ slug, page, pageCount }: Pick<CommentsProps, "slug" | "page" | "pageCount">) {
  const { t } = useLocale();
  if (pageCount === 1) return null;
  return (
    <nav className="review-pages comment-navigation" aria-label={t("reviews.commentPages")}>
      {page > 1 && (
        <Button href={routes.articleComments(slug, page - 1)} look="line" rel="prev">
          {t("reviews.newerComments")}
        </Button>
      )}
      {page < pageCount && (
        <Button href={routes.articleComments(slug, page + 1)} look="line" rel="next">
          {t("reviews.olderComments")}
        </Button>
      )}
    </nav>
  );
}

function NoForm({ form, slug }: { form: "closed" | "needs_account"; slug: string }) {
  const { t } = useLocale();
  if (form === "closed") return <p className="no-comments muted">{t("reviews.commentsClosed")}</p>;
  return (
    <p className="must-log-in">
      {t("reviews.signInToComment")}{" "}
      <a className="link" href={routes.signIn(routes.article(slug))}>
        {t("reviews.signInLink")}
      </a>
    </p>
  );
}

/** Renders the comments on an article and the form for another one. Nothing if there are none and it takes none. */
export function Comments({ subjectId, slug, list, count, page, pageCount, own, form }: CommentsProps) {
  const { t } = useLocale();
  const isOpen = typeof form === "object";
  if (form === "closed" && count === 0) return null;
  return (
    <section id="comments" className="section comments-area later">
      <h2 className="comments-title">{t("reviews.comments", { count })}</h2>
      {count === 0 && !own && <p className="muted">{t("reviews.noComments")}</p>}
      <ReviewList
        className="comment-list commentlist"
        list={list}
        own={own}
        subjectId={subjectId}
        takesReplies={isOpen}
      />
      <CommentPages slug={slug} page={page} pageCount={pageCount} />
      {isOpen ? <ReviewForm {...form} /> : <NoForm form={form} slug={slug} />}
    </section>
  );
}
