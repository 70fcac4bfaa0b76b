import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";

export interface ReviewFormProps {
  productId: number;
  /** The review being replied to; replies have no rating. */
  replyTo: { id: number; authorName: string } | null;
  /** Address of the product, to cancel the reply. */
  productHref: string;
  ratingRequired: boolean;
  /** True for guests, who must enter name and email. */
  asksContact: boolean;
  /** Name and email that a guest allowed us to remember. */
  commenter: { name: string; email: string };
}

function RatingField({ isRequired }: { isRequired: boolean }) {
  const { t } = useLocale();
  const stars = ([5, 4, 3, 2, 1] as const).map((value) => ({
    value: String(value),
    label: t(`product.rating.${value}`),
  }));
  return (
    <div className="comment-form-rating">
      <Field
        name="rating"
        label={t("product.yourRating")}
        kind="select"
        isRequired={isRequired}
        options={[{ value: "", label: t("product.rate") }, ...stars]}
      />
    </div>
  );
}

function ContactFields({ commenter }: Pick<ReviewFormProps, "commenter">) {
  const { t } = useLocale();
  return (
    <>
      <div className="row">
        <Field name="author" label={t("product.yourName")} isRequired value={commenter.name} autoComplete="name" />
        <Field
          name="email"
          label={t("product.yourEmail")}
          type="email"
          isRequired
          value={commenter.email}
          autoComplete="email"
          hint={t("product.emailHint")}
        />
      </div>
      <p className="comment-form-cookies-consent">
        <label className="choice">
          <input
            type="checkbox"
            id="wp-comment-cookies-consent"
            name="wp-comment-cookies-consent"
            value="yes"
            defaultChecked={commenter.email !== ""}
          />
          {t("product.rememberMe")}
        </label>
      </p>
    </>
  );
}

/** Renders the honeypot field, which people do not see. */
function Trap() {
  const { t } = useLocale();
  return (
    <p className="akismet-fields-container" hidden data-prefix="ak_">
      <label>
        {t("product.doNotFill")}
        <textarea name="ak_hp_textarea" rows={8} cols={45} maxLength={100} />
      </label>
      <input type="hidden" id="ak_js_1" name="ak_js" value="1" />
    </p>
  );
}

/** Renders the form for a review or a reply; it posts to the address of all comments. */
export function ReviewForm(props: ReviewFormProps) {
  const { productId, replyTo, productHref, ratingRequired, asksContact, commenter } = props;
  const { t } = useLocale();
  return (
    <div id="respond" className="comment-respond">
      <h3 id="reply-title" className="comment-reply-title">
        {replyTo ? t("product.replyTo", { name: replyTo.authorName }) : t("product.writeReview")}{" "}
        <a
          id="cancel-comment-reply-link"
          className="link link--quiet small"
          href={`${productHref}#respond`}
          rel="nofollow"
          hidden={!replyTo}
        >
          {t("product.cancelReply")}
        </a>
      </h3>
      <form id="commentform" className="comment-form" action={routes.postComment()} method="post">
        {!replyTo && <RatingField isRequired={ratingRequired} />}
        <Field name="comment" label={t("product.yourReview")} kind="textarea" isRequired maxLength={65525} />
        {asksContact && <ContactFields commenter={commenter} />}
        <p className="form-submit">
          <Button type="submit" id="submit" name="submit" value={t("product.sendReview")} className="submit">
            {t("product.sendReview")}
          </Button>
          <input type="hidden" id="comment_post_ID" name="comment_post_ID" value={productId} />
          <input type="hidden" id="comment_parent" name="comment_parent" value={replyTo?.id ?? 0} />
        </p>
        <Trap />
      </form>
    </div>
  );
}
