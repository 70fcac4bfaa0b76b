import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";

/**
 * The cart at the side of the page. It is the same for everybody when the page is made; the fragment that answers a
 * change, or the page's first look at the visitor's state, fills it.
 */
export function CartDrawer() {
  const { t } = useLocale();
  return (
    <dialog id="astra-mobile-cart-drawer" className="drawer astra-cart-drawer" aria-labelledby="cart-drawer-title">
      <div className="drawer-veil astra-mobile-cart-overlay" />
      <div className="head astra-cart-drawer-header">
        <h2 id="cart-drawer-title" className="astra-cart-drawer-title">
          {t("shell.yourCart")}
        </h2>
        <button type="button" className="x astra-cart-drawer-close" aria-label={t("shell.closeCart")}>
          <Icon name="x" />
        </button>
      </div>
      <p className="drawer-note notice notice--good" hidden>
        <Icon name="check" />
        <Icon name="alert" />
        <span className="drawer-note-text" />
        <button type="button" className="link drawer-undo" hidden>
          {t("cart.undo")}
        </button>
      </p>
      <div className="astra-cart-drawer-content" data-failure={t("cart.notSaved")}>
        <div className="widget woocommerce widget_shopping_cart">
          <div className="widget_shopping_cart_content" />
        </div>
      </div>
    </dialog>
  );
}
