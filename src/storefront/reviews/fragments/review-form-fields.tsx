import { maxReviewLengths } from "#shop/reviews/posting/posted-review.rules.ts";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import type { ReviewFormProps } from "./review-form.tsx";

/** Renders the rating selector. Scripts show star links instead. */
export function RatingField({
  isRequired,
  value,
  error,
}: {
  isRequired: boolean;
  value: string | undefined;
  error: string | undefined;
}) {
  const { t } = useLocale();
  const stars = ([5, 4, 3, 2, 1] as const).map((value) => ({
    value: String(value),
    label: t(`product.rating.${value}`),
  }));
  return (
    <div className="comment-form-rating review-only">
      <Field
        name="rating"
        label={t("product.yourRating")}
        kind="select"
        isRequired={isRequired}
        value={value ?? ""}
        error={error}
        texts={{ required: t("product.ratingRequired") }}
        options={[{ value: "", label: t("product.rate") }, ...stars]}
      />
    </div>
  );
}

/** Renders the pictures' field. */
export function PicturesField({ count, error }: { count: number; error: string | undefined }) {
  const { t } = useLocale();
  return (
    <div className="comment-form-pictures review-only">
      <Field
        name="review_pictures"
        label={t("reviews.pictures")}
        showsOptional
        hint={t("reviews.picturesHint", { count })}
        error={error}
      >
        {(control) => (
          <input
            {...control}
            className="review-files"
            type="file"
            multiple={count > 1}
            accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
          />
        )}
      </Field>
    </div>
  );
}

type ContactFieldsProps = Pick<ReviewFormProps, "commenter" | "needsContact" | "refused"> & {
  prefix: string;
  errorOf: (name: string) => string | undefined;
};

/** Renders the fields in which guests say who they are. */
export function ContactFields({ commenter, needsContact, refused, prefix, errorOf }: ContactFieldsProps) {
  const { t } = useLocale();
  const consentId = `${prefix}wp-comment-cookies-consent`;
  return (
    <>
      <div className="row">
        <Field
          name="author"
          id={`${prefix}author`}
          label={t("product.yourName")}
          isRequired={needsContact}
          value={refused?.typed.author ?? commenter.name}
          error={errorOf("author")}
          autoComplete="name"
          maxLength={maxReviewLengths.author}
        />
        <Field
          name="email"
          id={`${prefix}email`}
          label={t("product.yourEmail")}
          type="email"
          isRequired={needsContact}
          value={refused?.typed.email ?? commenter.email}
          error={errorOf("email")}
          autoComplete="email"
          maxLength={maxReviewLengths.email}
          hint={t("product.emailHint")}
        />
      </div>
      <p className="comment-form-cookies-consent">
        <label className="choice">
          <input
            type="checkbox"
            id={consentId}
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
export function Trap({ prefix }: { prefix: string }) {
  const { t } = useLocale();
  return (
    <p className="akismet-fields-container" hidden data-prefix="ak_">
      <label>
        {t("product.doNotFill")}
        <textarea name="ak_hp_textarea" rows={8} cols={45} maxLength={100} />
      </label>
      <input type="hidden" id={`${prefix}ak_js_1`} name="ak_js" value="1" />
    </p>
  );
}
