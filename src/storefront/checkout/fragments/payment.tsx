import { beganField, honeypotField } from "#http/guards/checkout-guard.ts";
import { type Amount, formatMoney } from "#platform/money.ts";
import type { Cart } from "#shop/cart/cart.ts";
import { deliverabilityOf, fulfilmentOf } from "#shop/orders/checkout/fulfilment.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { NoPayment, type UnpayableCountry } from "../../address/fragments/country-payment.tsx";
import { noDeliveryReason } from "../../cart/fragments/delivery-text.tsx";
import { HideSale } from "./hide-sale.tsx";
import { Terms, type TermsProps } from "./terms.tsx";

/** A payment method as the checkout shows it. */
export interface PaymentChoice {
  id: string;
  title: string;
  /** Paragraphs: the first is the main text, the others are small print. */
  description: readonly string[];
  /** Fee of the payment method. */
  fee?: Amount;
}

export interface PaymentProps {
  /** Decides the amount and the available payment methods. */
  cart: Cart;
  methods: readonly PaymentChoice[];
  /** The cart's country if it would have to be paid and no method serves it. */
  unpayable: UnpayableCountry | null;
  /** Whether a form with an address lets its country be chosen. */
  choosesCountry: boolean;
  /** For the action woocommerce-process_checkout. */
  nonce: string;
  /** The terms to accept; null when the shop has none. */
  terms: TermsProps | null;
  /** Whether the sale is to be hidden from other visitors; null when the shop shows none. */
  hidesSale: boolean | null;
  /** Signed time at which the form was first shown; see the checkout guard. */
  began: string;
}

function Method({ method, cart }: { method: PaymentChoice; cart: Cart }) {
  const locale = useLocale();
  const [text, ...smallPrint] = method.description;
  const id = `payment_method_${method.id}`;
  return (
    <li className={`wc_payment_method ${id} pay`}>
      <label className="choice" htmlFor={id}>
        <input
          type="radio"
          className="input-radio"
          id={id}
          name="payment_method"
          value={method.id}
          defaultChecked={method.id === cart.paymentMethodId}
          data-order_button_text=""
        />
        <span>
          {method.title}
          {method.fee !== undefined && (
            <small className="muted">
              {" "}
              {locale.t("checkout.payFee", { amount: formatMoney(method.fee, locale.currency) })}
            </small>
          )}
        </span>
      </label>
      {text && (
        <div className={`payment_box ${id}`}>
          <p>{text}</p>
          {smallPrint.map((line) => (
            <p key={line} className="muted small">
              {line}
            </p>
          ))}
        </div>
      )}
    </li>
  );
}

/**
 * Renders the honeypot: hidden from sight, screen readers and keyboard. Has no id, so that no script restores its
 * value.
 */
function Trap() {
  const { t } = useLocale();
  return (
    <p className="vh" aria-hidden="true">
      <label>
        {t("checkout.honeypot")}
        <input type="text" name={honeypotField} tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  );
}

/** Renders the methods. Without one, says so; if the form has a choice of countries, a script says it there. */
function PaymentMethods({
  cart,
  methods,
  unpayable,
  choosesCountry,
}: Pick<PaymentProps, "cart" | "methods" | "unpayable" | "choosesCountry">) {
  const { t } = useLocale();
  const note = unpayable && <NoPayment {...unpayable} />;
  const hasCountryField = choosesCountry && fulfilmentOf(cart) !== "download";
  return (
    <>
      {(methods.length > 0 || !hasCountryField) && <h2>{t("checkout.how")}</h2>}
      {note &&
        (hasCountryField ? (
          <template className="country-note">{note}</template>
        ) : (
          <p className="woocommerce-info notice">{note}</p>
        ))}
      <ul className="wc_payment_methods payment_methods methods" role="list">
        {methods.map((method) => (
          <Method key={method.id} method={method} cart={cart} />
        ))}
      </ul>
    </>
  );
}

/** Renders the payment section of a free order; the current payment method is sent as a hidden field. */
function NothingToPay({ cart }: { cart: Cart }) {
  const { t } = useLocale();
  return (
    <>
      <h2>{t("checkout.nothingToPay")}</h2>
      <p className="nothing-to-pay">{t("checkout.nothingToPayText")}</p>
      <input type="hidden" name="payment_method" value={cart.paymentMethodId} />
    </>
  );
}

/** Renders the submit button. It shows the total only when that is final and can be paid; orders without shipping show it above. */
function PlaceOrder({ cart, unpayable }: Pick<PaymentProps, "cart" | "unpayable">) {
  const locale = useLocale();
  const { t, currency } = locale;
  const reach = deliverabilityOf(cart);
  const isSure = reach === "sure" && cart.total > 0 && !unpayable;
  const button = isSure
    ? t("checkout.placeOrder", { total: formatMoney(cart.total, currency) })
    : t("checkout.placeOrderOnly");
  return (
    <>
      {reach === "nowhere" && (
        <p className="notice notice--bad" id="order-nowhere">
          {noDeliveryReason(cart, locale)}
        </p>
      )}
      <Button
        type="submit"
        isWide
        look={reach === "nowhere" || unpayable ? "line" : "main"}
        className="button alt"
        name="woocommerce_checkout_place_order"
        id="place_order"
        value={button}
        data-value={button}
        aria-describedby={reach === "nowhere" ? "order-nowhere" : undefined}
      >
        {button}
      </Button>
    </>
  );
}

/** Renders the payment methods and the submit button. Replaces .woocommerce-checkout-payment. */
export function Payment({ nonce, began, terms, hidesSale, ...payment }: PaymentProps) {
  const { cart } = payment;
  const isFree = cart.total === 0 && deliverabilityOf(cart) === "sure";
  return (
    <div id="payment" className="woocommerce-checkout-payment group">
      {isFree ? <NothingToPay cart={cart} /> : <PaymentMethods {...payment} />}
      <div className="form-row place-order">
        <input type="hidden" name="woocommerce-process-checkout-nonce" value={nonce} />
        <input type="hidden" name="chowk_cart_hash" value={cart.hash} />
        <input type="hidden" name={beganField} value={began} />
        <Trap />
        {hidesSale !== null && <HideSale isHidden={hidesSale} />}
        {terms && <Terms {...terms} />}
        <PlaceOrder cart={cart} unpayable={payment.unpayable} />
      </div>
    </div>
  );
}
