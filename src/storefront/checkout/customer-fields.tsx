import { longest } from "#shop/orders/checkout/checkout.rules.ts";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import type { AddressForm } from "../address/fragments/address-form.ts";
import { CountryFormats } from "../address/fragments/state-fields.tsx";
import { WhereFields } from "../address/fragments/where-fields.tsx";
import { BuyerFields } from "../address/fragments/who-fields.tsx";
import { ShippingFields } from "./shipping-fields.tsx";

/** The control that the note is typed into. */
export const noteControl = "order_comments";

interface CustomerFieldsProps {
  of: AddressForm;
  /** Another address that it goes to, and whether it does. */
  shipping: AddressForm;
  isElsewhere: boolean;
  note: string;
  /** Whether an account is asked for; null: the buyer has one. */
  asksAccount: boolean | null;
  /** Whether there is something to carry: else nobody needs an address, nor a note for who brings it. */
  isDelivered: boolean;
}

function NoteField({ of, note }: Pick<CustomerFieldsProps, "of" | "note">) {
  const { t } = useLocale();
  const error = of.errors.find(({ controlId }) => controlId === noteControl)?.message;
  return (
    <details className="note-fold" open={note !== "" || error !== undefined}>
      <summary className="link">{t("checkout.noteOpen")}</summary>
      <Field
        name={noteControl}
        label={t("checkout.note")}
        kind="textarea"
        value={note}
        error={error}
        maxLength={longest.note}
        rowClass="notes"
      />
    </details>
  );
}

/** What was typed stays on the device until it is ordered. A script shows it: without one nothing is kept there. */
function Remember() {
  const { t } = useLocale();
  return (
    <div className="checkout-remember" hidden>
      <label className="choice" htmlFor="chowk_remember">
        <input type="checkbox" id="chowk_remember" />
        {t("checkout.remember")}
      </label>
      <button type="button" className="link">
        {t("checkout.forget")}
      </button>
    </div>
  );
}

/** Who the order is for, where it goes, and a note for who brings it. */
export function CustomerFields({ of, shipping, isElsewhere, note, asksAccount, isDelivered }: CustomerFieldsProps) {
  const { t } = useLocale();
  return (
    <>
      <div className="woocommerce-billing-fields checkout-groups">
        <BuyerFields of={of} title={t("checkout.who")} asksAccount={asksAccount} />
        {isDelivered && <WhereFields of={of} mark="woocommerce_checkout_place_order" title={t("checkout.where")} />}
      </div>
      <div className="checkout-extras">
        {isDelivered && (
          <>
            <ShippingFields of={shipping} isTicked={isElsewhere} />
            <NoteField of={of} note={note} />
            <CountryFormats of={of} />
          </>
        )}
        <Remember />
      </div>
    </>
  );
}
