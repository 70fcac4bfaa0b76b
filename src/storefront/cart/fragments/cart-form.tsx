import { formatMoney } from "#platform/money.ts";
import { routes } from "#routes";
import type { Cart, CartLine } from "#shop/cart/cart.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Money } from "#ui/money.tsx";
import { CartCoupon } from "./coupon-form.tsx";
import { LinePicture } from "./line-picture.tsx";
import { LineQuantity } from "./line-quantity.tsx";
import { RemoveLink } from "./remove-link.tsx";
import { SaveForLaterLink } from "./save-for-later-link.tsx";

/** Name of the button of the cart page's form that Enter presses. */
export const enterButton = "chowk_enter";

interface CartFormProps {
  cart: Cart;
  /** For the action woocommerce-cart. */
  nonce: string;
  /**
   * Id of the checkout's form on the checkout page. There a script saves quantities on change; without it, they are submitted
   * with the checkout's form.
   */
  checkoutForm?: string | undefined;
}

interface CartFormLineProps extends Omit<CartFormProps, "cart"> {
  line: CartLine;
}

function CartFormLine({ line, nonce, checkoutForm }: CartFormLineProps) {
  const { t, currency } = useLocale();
  return (
    <li className="woocommerce-cart-form__cart-item cart_item">
      <LinePicture picture={line.picture} />
      <p className="what product-name">
        <a href={routes.product(line.slug)}>{line.name}</a>
        {line.choices.length > 0 && <small>{line.choices.map(({ value }) => value).join(", ")}</small>}
        {line.quantity > 1 && (
          <small className="num">{t("cart.each", { amount: formatMoney(line.unitPrice, currency) })}</small>
        )}
      </p>
      <p className="cost product-subtotal">
        <Money amount={line.total} />
      </p>
      <div className="do">
        {line.soldIndividually && <input type="hidden" name={`cart[${line.key}][qty]`} value="1" />}
        <LineQuantity line={line} form={checkoutForm} />
        <div className="line-links">
          <p className="product-later">
            <SaveForLaterLink line={line} nonce={nonce} />
          </p>
          <p className="product-remove">
            <RemoveLink line={line} nonce={nonce} />
          </p>
        </div>
      </div>
    </li>
  );
}

/** Name of the button that saves quantities together with the checkout's form. */
export const updateButton = "chowk_update";

function UpdateButton({ checkoutForm: form }: Pick<CartFormProps, "checkoutForm">) {
  const { t } = useLocale();
  return (
    <p className="cart-update">
      <Button
        type="submit"
        look="line"
        isSmall
        name={form ? updateButton : "update_cart"}
        value={t("cart.update")}
        form={form}
      >
        {t("cart.update")}
      </Button>
    </p>
  );
}

/** Renders the fields with which a script saves the quantities, and the button for browsers without scripts. */
function CheckoutUpdate({ checkoutForm }: { checkoutForm: string }) {
  return (
    <>
      <input type="hidden" name="update_cart" value="1" />
      <input type="hidden" name="_wp_http_referer" value={routes.checkout()} />
      <noscript>
        <UpdateButton checkoutForm={checkoutForm} />
      </noscript>
    </>
  );
}

/**
 * Renders the button that Enter presses, since it presses a form's first one. With a coupon code it also applies that.
 */
function EnterButton() {
  return <button className="vh" name={enterButton} value="1" tabIndex={-1} aria-hidden="true" />;
}

/** Renders the cart lines with their quantities and, on the cart page, the coupon field. Replaces form.woocommerce-cart-form. */
export function CartForm({ cart, nonce, checkoutForm }: CartFormProps) {
  const { t } = useLocale();
  return (
    <form
      className="woocommerce-cart-form"
      action={routes.cart()}
      method="post"
      aria-label={t("cart.lines")}
      data-failure={t("cart.notSaved")}
      data-unreadable={t("notices.quantityUnreadable")}
    >
      {!checkoutForm && <EnterButton />}
      <ul className="woocommerce-cart-form__contents shop_table cart lines" role="list">
        {cart.lines.map((line) => (
          <CartFormLine key={line.key} line={line} nonce={nonce} checkoutForm={checkoutForm} />
        ))}
      </ul>
      <input type="hidden" name="woocommerce-cart-nonce" value={nonce} />
      {checkoutForm ? (
        <CheckoutUpdate checkoutForm={checkoutForm} />
      ) : (
        <div className="cart-foot">
          <CartCoupon />
          <UpdateButton />
        </div>
      )}
    </form>
  );
}
