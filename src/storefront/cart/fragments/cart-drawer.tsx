import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";

/**
 * Renders the cart drawer. The server always renders it empty, the same for everyone; the fragment that answers a
 * change, or the first load of the visitor's cart, fills it. Links to the cart page while a cart is loading, and offers
 * a retry if loading failed.
 */
export function CartDrawer() {
  const { t } = useLocale();
  return (
    <dialog id="astra-mobile-cart-drawer" className="drawer astra-cart-drawer" aria-labelledby="cart-drawer-title">
      <div className="drawer-veil astra-mobile-cart-overlay" />
      <div className="head astra-cart-drawer-header">
        <h2 id="cart-drawer-title" className="astra-cart-drawer-title">
          {t("shell.yourCart")} <span className="cart-drawer-count muted num" />
        </h2>
        <button type="button" className="x astra-cart-drawer-close" aria-label={t("shell.closeCart")}>
          <Icon name="x" />
        </button>
      </div>
      <p className="drawer-note notice notice--good" hidden>
        <Icon name="check" />
        <Icon name="alert" />
        <span className="drawer-note-text" />
        <button type="button" className="link drawer-undo" data-failure={t("cart.notRestored")} hidden>
          {t("cart.undo")}
        </button>
      </p>
      <div className="drawer-changes" role="status" />
      <div
        className="astra-cart-drawer-content"
        data-failure={t("cart.notSaved")}
        data-unreadable={t("notices.quantityUnreadable")}
      >
        <div className="hide_cart_widget_if_empty">
          <div className="widget woocommerce widget_shopping_cart">
            <div className="widget_shopping_cart_content" />
          </div>
        </div>
        <EmptyState
          title={t("cart.empty")}
          className="cart-drawer-empty"
          actions={<Button href={routes.shop()}>{t("cart.emptyAction")}</Button>}
        >
          <p className="muted">{t("cart.emptyText")}</p>
        </EmptyState>
        <div className="empty cart-drawer-unknown">
          <div role="status">
            <p className="muted cart-drawer-fetching">{t("cart.fetching")}</p>
            <p className="cart-drawer-failed">{t("cart.notFetched")}</p>
          </div>
          <p className="cart-drawer-ways">
            <Button className="cart-drawer-again">{t("cart.fetchAgain")}</Button>
            <Button href={routes.cart()} look="line">
              {t("cart.view")}
            </Button>
          </p>
        </div>
      </div>
    </dialog>
  );
}
