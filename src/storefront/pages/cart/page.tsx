import { routes } from "#routes";
import type { Cart } from "#shop/cart/cart.ts";
import type { ProductCard } from "#shop/catalogue/product.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale } from "#ui/locale.tsx";
import { CartForm } from "../../fragments/cart-form.tsx";
import { CartTotals } from "../../fragments/cart-totals.tsx";
import { ProductGrid } from "../../fragments/product-grid.tsx";

export interface CartPageProps {
  cart: Cart;
  /** Of the action woocommerce-cart. */
  nonce: string;
  takesCoupons: boolean;
  /** Offered below an empty cart, four at most. */
  suggestions: readonly ProductCard[];
}

function EmptyCart({ suggestions }: Pick<CartPageProps, "suggestions">) {
  const { t } = useLocale();
  return (
    <>
      <EmptyState
        title={t("cart.empty")}
        level={1}
        className="wc-empty-cart-message cart-empty"
        actions={
          <Button href={routes.shop()} className="button wc-backward">
            {t("cart.emptyAction")}
          </Button>
        }
      >
        <p className="muted">{t("cart.emptyText")}</p>
      </EmptyState>
      {suggestions.length > 0 && (
        <section className="section">
          <div className="section-head">
            <h2>{t("cart.suggestions")}</h2>
          </div>
          <ProductGrid cards={suggestions} isRow={suggestions.length === 4} />
        </section>
      )}
    </>
  );
}

/** The cart: its lines, and beside them what they add up to. */
export function CartPage({ cart, nonce, takesCoupons, suggestions }: CartPageProps) {
  const { t } = useLocale();
  return (
    <div className="wrap woocommerce cart-page">
      {cart.lines.length === 0 ? (
        <EmptyCart suggestions={suggestions} />
      ) : (
        <>
          <h1>
            {t("cart.title")} <span className="muted num">{t("cart.items", { count: cart.itemCount })}</span>
          </h1>
          <div className="cart-columns">
            <CartForm cart={cart} nonce={nonce} takesCoupons={takesCoupons} />
            <div className="cart-collaterals">
              <CartTotals cart={cart} />
            </div>
          </div>
        </>
      )}
    </div>
  );
}
