import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale } from "#ui/locale.tsx";

/** Renders the page of a list that is not there, or not for the visitor: both look the same. */
export function MissingWishlistPage() {
  const { t } = useLocale();
  return (
    <div className="wrap woocommerce wishlist-page">
      <EmptyState
        title={t("wishlist.noneTitle")}
        level={1}
        className="not-found"
        actions={
          <>
            <Button href={routes.shop()}>{t("wishlist.emptyAction")}</Button>
            <Button href={routes.wishlist()} look="line">
              {t("wishlist.own")}
            </Button>
          </>
        }
      >
        <p className="muted">{t("wishlist.noneText")}</p>
      </EmptyState>
    </div>
  );
}
