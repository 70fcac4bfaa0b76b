import { createElement } from "react";
import { routes } from "#routes";
import type { Cart } from "#shop/cart/cart.ts";
import { fulfilmentOf } from "#shop/orders/checkout/fulfilment.ts";
import { ErrorSummary, errorCounts } from "#ui/error-summary.tsx";
import { useLocale } from "#ui/locale.tsx";
import type { AddressForm } from "../address/fragments/address-form.ts";
import { CustomerFields } from "./customer-fields.tsx";
import type { CartReminderProps } from "./fragments/cart-reminder.tsx";
import { OrderReview } from "./fragments/order-review.tsx";
import type { PaymentProps } from "./fragments/payment.tsx";
import { checkoutFormId, YourOrder } from "./fragments/your-order.tsx";

/** The signed-in user and their sign-out link. */
interface Buyer {
  /** "" when the account has none. */
  name: string;
  email: string;
  signOutHref: string;
}

export interface CheckoutPageProps {
  cart: Cart;
  /** The billing address; its errors are all errors of the form, in field order. */
  billing: AddressForm;
  /** The separate delivery address. */
  shipping: AddressForm;
  isElsewhere: boolean;
  note: string;
  /** Whether a guest requests an account. */
  asksAccount: boolean;
  /** The offer of a reminder of the cart; null: none. */
  reminder: CartReminderProps | null;
  payment: Omit<PaymentProps, "cart">;
  /** For the action woocommerce-cart, for the cart form. */
  cartNonce: string;
  /** Whether a changed quantity reloads the page. */
  reloads?: boolean;
  /** Other hidden fields, such as the attempt number. */
  hiddenFields?: Readonly<Record<string, string>>;
  /** The signed-in user; null for a guest. */
  buyer: Buyer | null;
}

/** Leads to the sign-in and keeps the typed values: the link through a script, the button without one. */
function SignIn() {
  const { t } = useLocale();
  return (
    <p>
      {t("checkout.guest")}{" "}
      <a className="checkout-sign-in" href={routes.signIn(routes.checkout())}>
        {t("checkout.signIn")}
      </a>
      <noscript>
        <button className="checkout-sign-in-button link" name="chowk_sign_in" value="1">
          {t("checkout.signIn")}
        </button>
      </noscript>
      .
    </p>
  );
}

/** Shows which account the order is placed with, since several people may share a browser. */
function SignedIn({ name, email, signOutHref }: Buyer) {
  const { t } = useLocale();
  return (
    <p className="checkout-signed-in">
      {name ? t("checkout.signedInAs", { name, email }) : t("checkout.signedInAsEmail", { email })}{" "}
      <a href={signOutHref}>{t("account.signOut")}</a>
    </p>
  );
}

function Intro({ buyer }: Pick<CheckoutPageProps, "buyer">) {
  const { t } = useLocale();
  return (
    <header>
      <h1>{t("checkout.title")}</h1>
      {buyer ? <SignedIn {...buyer} /> : <SignIn />}
    </header>
  );
}

/** Renders the button that Enter presses, since it presses a form's first one: that would be the one that updates the cart. */
function EnterButton() {
  return (
    <noscript>
      <button
        className="vh"
        form={checkoutFormId}
        name="woocommerce_checkout_place_order"
        value="1"
        tabIndex={-1}
        aria-hidden="true"
      />
    </noscript>
  );
}

/** Renders cart and checkout on one page: guest first, few fields, the total visible from the start. */
export function CheckoutPage(props: CheckoutPageProps) {
  const { t } = useLocale();
  const {
    cart,
    billing,
    shipping,
    isElsewhere,
    note,
    payment,
    cartNonce,
    reloads = false,
    hiddenFields,
    buyer,
  } = props;
  return (
    <shop-checkout className="wrap woocommerce checkout-page">
      <EnterButton />
      <div className="checkout-grid">
        <YourOrder cart={cart} nonce={cartNonce} reloads={reloads} hasErrors={billing.errors.length > 0} />
        <form
          id={checkoutFormId}
          className="checkout woocommerce-checkout"
          name="checkout"
          action={routes.checkout()}
          method="post"
          noValidate
          autoComplete="on"
          data-offline={t("checkout.offline")}
          data-late={t("checkout.late")}
          data-retry={t("checkout.retry")}
          data-changed={t("checkout.changed")}
          data-counts={errorCounts(t)}
        >
          <div id="customer_details" className="checkout-fields">
            <Intro buyer={buyer} />
            <ErrorSummary errors={billing.errors} className="woocommerce-NoticeGroup-checkout" />
            <CustomerFields
              of={billing}
              shipping={shipping}
              isElsewhere={isElsewhere}
              note={note}
              asksAccount={buyer ? null : props.asksAccount}
              reminder={props.reminder}
              isDelivered={fulfilmentOf(cart) !== "download"}
            />
            {createElement("wc-order-attribution-inputs")}
          </div>
          <OrderReview cart={cart} payment={payment} />
          {Object.entries({ _wp_http_referer: routes.checkout(), ...hiddenFields }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        </form>
      </div>
    </shop-checkout>
  );
}
