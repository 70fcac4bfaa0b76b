import { beganField, trapField } from "#http/checkout-guard.ts";
import type { MessageKey } from "#platform/messages/catalogue.ts";
import { type Amount, formatMoney } from "#platform/money.ts";
import type { Handover } from "#shop/orders/checkout.rules.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Terms, type TermsProps } from "./terms.tsx";

/** A way to pay as the checkout shows it. */
export interface PaymentChoice {
  /** For example "cod". */
  id: string;
  title: string;
  /** What it asks of the shopper; cash on delivery says it by itself. */
  description?: string;
}

export interface PaymentProps {
  methods: readonly PaymentChoice[];
  /** The id of the chosen method. */
  chosen: string;
  /** To be paid, in minor units. */
  total: Amount;
  /** Of the cart that this is shown for: sent along, so that nothing else is ordered. */
  cartHash: string;
  /** Who brings it can be paid at the door. */
  handover: Handover;
  /** Of the action woocommerce-process_checkout. */
  nonce: string;
  /** The terms to be accepted; null: the shop has none. */
  terms: TermsProps | null;
  /** When the form was first shown, as the guard of the checkout proves it. */
  began: string;
}

interface MethodProps {
  method: PaymentChoice;
  isChosen: boolean;
  total: string;
  handover: Handover;
}

const cashWords = {
  courier: "checkout.payCod",
  pickup: "checkout.payCodPickup",
  download: "checkout.payCodDownload",
} as const satisfies Record<Handover, MessageKey>;

function Method({ method, isChosen, total, handover }: MethodProps) {
  const { t } = useLocale();
  const inCash = t(cashWords[handover], { total });
  const description = method.description ?? (method.id === "cod" ? inCash : undefined);
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
          defaultChecked={isChosen}
          data-order_button_text=""
        />
        {method.title}
      </label>
      {description && (
        <div className={`payment_box ${id}`}>
          <p>{description}</p>
        </div>
      )}
    </li>
  );
}

/** A field for programs: nobody sees it, hears it or comes to it by keyboard. Without an id, so that nothing fills it in again. */
function Trap() {
  const { t } = useLocale();
  return (
    <p className="vh" aria-hidden="true">
      <label>
        {t("checkout.trap")}
        <input type="text" name={trapField} tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  );
}

/** How it is paid, and the button that places the order. Replaces .woocommerce-checkout-payment. */
export function Payment({ methods, chosen, total, cartHash, handover, nonce, began, terms }: PaymentProps) {
  const { t, currency } = useLocale();
  const amount = formatMoney(total, currency);
  const button = t("checkout.placeOrder", { total: amount });
  return (
    <div id="payment" className="woocommerce-checkout-payment group">
      <h2>{t("checkout.how")}</h2>
      {methods.length === 0 && <p className="woocommerce-info notice">{t("checkout.noPayment")}</p>}
      <ul className="wc_payment_methods payment_methods methods" role="list">
        {methods.map((method) => (
          <Method key={method.id} method={method} isChosen={method.id === chosen} total={amount} handover={handover} />
        ))}
      </ul>
      <div className="form-row place-order">
        <input type="hidden" name="woocommerce-process-checkout-nonce" value={nonce} />
        <input type="hidden" name="chowk_cart_hash" value={cartHash} />
        <input type="hidden" name={beganField} value={began} />
        <Trap />
        {terms && <Terms {...terms} />}
        <Button
          type="submit"
          isWide
          className="button alt"
          name="woocommerce_checkout_place_order"
          id="place_order"
          value={button}
          data-value={button}
          disabled={methods.length === 0}
        >
          {button}
        </Button>
        <p className="muted small">{t("checkout.cancel")}</p>
      </div>
    </div>
  );
}
