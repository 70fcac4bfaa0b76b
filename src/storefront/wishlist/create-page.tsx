import { routes } from "#routes";
import { maxNameLength } from "#shop/wishlist/wishlist.rules.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import { PrivacyChoice } from "./client/privacy-fields.tsx";
import { formId } from "./fragments/form-id.ts";
import { WishlistCrumbs } from "./wishlist-crumbs.tsx";

/** Renders the form that creates a list. @param nonce for the action yith_wcwl_create_action */
export function CreatePage({ nonce }: { nonce: string }) {
  const { t } = useLocale();
  return (
    <div className="wrap woocommerce wishlist-page">
      <WishlistCrumbs label={t("wishlist.create")} />
      <h1>{t("wishlist.create")}</h1>
      <form id={formId} className="wishlist-create" action={routes.createWishlist()} method="post">
        <Field
          name="wishlist_name"
          label={t("wishlist.name")}
          isRequired
          maxLength={maxNameLength}
          autoComplete="off"
        />
        <PrivacyChoice />
        <input type="hidden" id="yith_wcwl_create" name="yith_wcwl_create" value={nonce} />
        <Button type="submit" name="create_wishlist" value="1" className="create-wishlist-button">
          {t("wishlist.createDone")}
        </Button>
      </form>
    </div>
  );
}
