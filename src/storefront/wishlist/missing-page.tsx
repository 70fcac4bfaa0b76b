import type { RefusedForm } from "#http/visit/refused-form.ts";
import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale } from "#ui/locale.tsx";
import { LostEstimate } from "./fragments/lost-estimate.tsx";

/**
 * Renders the page of a list that is not there, or not for the visitor: both look the same.
 * @param refused the estimate form that this request sent
 */
export function MissingWishlistPage({ refused }: { refused: RefusedForm | undefined }) {
  const { t } = useLocale();
  return (
    <div className="wrap woocommerce wishlist-page">
      <LostEstimate refused={refused} />
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
