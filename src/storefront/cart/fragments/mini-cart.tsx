import { formatMoney } from "#platform/money.ts";
import { routes } from "#routes";
import type { Cart, CartLine } from "#shop/cart/cart.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Money } from "#ui/money.tsx";
import { DeliveryEstimate } from "./delivery-text.tsx";
import { FreeDelivery } from "./free-delivery.tsx";
import { LinePicture } from "./line-picture.tsx";
import { LineQuantity } from "./line-quantity.tsx";
import { RemoveLink } from "./remove-link.tsx";
import { SaveForLaterLink } from "./save-for-later-link.tsx";
import { Sums, SumTotal } from "./sums.tsx";

interface MiniCartProps {
  cart: Cart;
  /** For the action woocommerce-cart, for the remove links. */
  nonce: string;
}

function MiniCartItem({ line, nonce }: { line: CartLine; nonce: string }) {
  const { t, currency } = useLocale();
  return (
    <li className="woocommerce-mini-cart-item mini_cart_item">
      <LinePicture picture={line.picture} />
      <p className="what">
        <a href={routes.product(line.slug)}>{line.name}</a>
        {line.choices.length > 0 && <small>{line.choices.map(({ value }) => value).join(", ")}</small>}
        <span className="quantity num">
          {t("cart.times", { quantity: line.quantity, amount: formatMoney(line.unitPrice, currency) })}
        </span>
      </p>
      <p className="cost">
        <Money amount={line.total} />
      </p>
      <div className="do">
        <LineQuantity line={line} />
        <span className="line-links">
          <SaveForLaterLink line={line} nonce={nonce} />
          <RemoveLink line={line} nonce={nonce} isInMiniCart />
        </span>
      </div>
    </li>
  );
}

function MiniCartFoot({ cart }: { cart: Cart }) {
  const { t } = useLocale();
  return (
    <div className="foot">
      <FreeDelivery cart={cart} />
      <Sums of={cart} hidesTotal />
      <p className="woocommerce-mini-cart__total total">
        <strong>{t("cart.total")}</strong>{" "}
        <span>
          <SumTotal of={cart} />
        </span>
      </p>
      <p className="woocommerce-mini-cart__buttons buttons">
        <Button href={routes.cart()} look="line" className="button wc-forward">
          {t("cart.view")}
        </Button>
        <Button href={routes.checkout()} className="button checkout wc-forward">
          {t("cart.checkout")}
        </Button>
      </p>
      <DeliveryEstimate cart={cart} />
    </div>
  );
}

/**
 * Renders the cart of the drawer. Replaces div.widget_shopping_cart_content. The drawer hides an empty mini cart and
 * shows its own text; the protocol's text is for widgets elsewhere.
 */
export function MiniCart({ cart, nonce }: MiniCartProps) {
  const { t } = useLocale();
  if (cart.lines.length === 0) {
    return (
      <div className="widget_shopping_cart_content mini-cart">
        <p className="woocommerce-mini-cart__empty-message muted">{t("cart.empty")}</p>
      </div>
    );
  }
  return (
    <div className="widget_shopping_cart_content mini-cart">
      <div className="body">
        <ul className="woocommerce-mini-cart cart_list product_list_widget lines" role="list">
          {cart.lines.map((line) => (
            <MiniCartItem key={line.key} line={line} nonce={nonce} />
          ))}
        </ul>
      </div>
      <MiniCartFoot cart={cart} />
    </div>
  );
}
