import type { RefusedForm } from "#http/visit/refused-form.ts";
import { routes } from "#routes";
import type { Cart } from "#shop/cart/cart.ts";
import type { ProductCard } from "#shop/catalogue/product.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale } from "#ui/locale.tsx";
import { ProductGrid } from "../product-card/fragments/product-grid.tsx";
import { CartForm } from "./fragments/cart-form.tsx";
import { CartTotals } from "./fragments/cart-totals.tsx";

export interface CartPageProps {
  cart: Cart;
  /** For the action woocommerce-cart. */
  nonce: string;
  /** For the action woocommerce-shipping-calculator. */
  calculatorNonce: string;
  /** The delivery estimate that this request sent, if it was refused. */
  refusedCalculator?: RefusedForm | undefined;
  /** Up to four products below the cart: cross-sells, or popular products when the cart is empty. */
  suggestions: readonly ProductCard[];
}

function Suggestions({ title, cards }: { title: string; cards: readonly ProductCard[] }) {
  if (cards.length === 0) return null;
  return (
    <section className="section cross-sells">
      <div className="section-head">
        <h2>{title}</h2>
      </div>
      <ProductGrid cards={cards} isRow={cards.length === 4} />
    </section>
  );
}

function EmptyCart() {
  const { t } = useLocale();
  return (
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
  );
}

/** Renders the cart page: the lines and, next to them, the totals. */
export function CartPage({ cart, nonce, calculatorNonce, refusedCalculator, suggestions }: CartPageProps) {
  const { t } = useLocale();
  const isEmpty = cart.lines.length === 0;
  return (
    <shop-cart>
      <div className="wrap woocommerce cart-page">
        {isEmpty ? (
          <EmptyCart />
        ) : (
          <>
            <h1>
              {t("cart.title")} <span className="muted num">{t("cart.items", { count: cart.itemCount })}</span>
            </h1>
            <div className="cart-columns">
              <CartForm cart={cart} nonce={nonce} />
              <div className="cart-collaterals">
                <CartTotals cart={cart} calculatorNonce={calculatorNonce} refusedCalculator={refusedCalculator} />
              </div>
            </div>
          </>
        )}
        <Suggestions title={t(isEmpty ? "cart.suggestions" : "cart.crossSells")} cards={suggestions} />
      </div>
    </shop-cart>
  );
}
