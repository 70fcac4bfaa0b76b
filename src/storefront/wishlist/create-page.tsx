import type { RefusedForm } from "#http/visit/refused-form.ts";
import { routes } from "#routes";
import { maxNameLength, privacyOf } from "#shop/wishlist/wishlist.rules.ts";
import { Button } from "#ui/button.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import { PrivacyChoice } from "./client/privacy-fields.tsx";
import { formId } from "./fragments/form-id.ts";
import { WishlistCrumbs } from "./wishlist-crumbs.tsx";

interface CreatePageProps {
  /** For the action yith_wcwl_create_action. */
  nonce: string;
  /** The form that this request sent, if it was refused. */
  refused: RefusedForm | undefined;
}

/** Renders the form that creates a list. */
export function CreatePage({ nonce, refused }: CreatePageProps) {
  const { t } = useLocale();
  const { wishlist_name: name = "", wishlist_visibility: visibility = "" } = refused?.typed ?? {};
  return (
    <div className="wrap woocommerce wishlist-page">
      <WishlistCrumbs label={t("wishlist.create")} />
      <h1>{t("wishlist.create")}</h1>
      <form id={formId} className="wishlist-create" action={routes.createWishlist()} method="post">
        <ErrorSummary errors={refused?.errors ?? []} />
        <Field
          name="wishlist_name"
          label={t("wishlist.name")}
          isRequired
          maxLength={maxNameLength}
          autoComplete="off"
          value={name}
        />
        <PrivacyChoice chosen={privacyOf(visibility)} />
        <input type="hidden" id="yith_wcwl_create" name="yith_wcwl_create" value={nonce} />
        <Button type="submit" name="create_wishlist" value="1" className="create-wishlist-button">
          {t("wishlist.createDone")}
        </Button>
      </form>
    </div>
  );
}
