import { maxLengths } from "#shop/orders/checkout/checkout.rules.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import { AddressFields } from "../address/fragments/address-fields.tsx";
import type { AddressForm } from "../address/fragments/address-form.ts";
import { BuyerFields } from "../address/fragments/contact-fields.tsx";
import { CountryFormats } from "../address/fragments/state-fields.tsx";
import { CartReminder, type CartReminderProps } from "./fragments/cart-reminder.tsx";
import { ShippingFields } from "./shipping-fields.tsx";

/** Name of the order note's control. */
export const noteControl = "order_comments";

interface CustomerFieldsProps {
  of: AddressForm;
  /** The separate delivery address. */
  shipping: AddressForm;
  isElsewhere: boolean;
  note: string;
  /** Whether an account is requested; null when the buyer has one. */
  asksAccount: boolean | null;
  /** Null: the shop sends no reminders of carts. */
  reminder: CartReminderProps | null;
  /** Whether something is shipped; otherwise no address or courier note is needed. */
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
        maxLength={maxLengths.note}
        rowClass="notes"
      />
    </details>
  );
}

/**
 * Renders the checkbox that keeps the typed values on the device, for this order and the next. Shown by a script, since
 * nothing is kept without one.
 */
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

/** Renders the offer of the address that a guest asked to keep on the device. A script fills in name and city, and shows it. */
function LastAddress() {
  const { t } = useLocale();
  return (
    <div
      className="checkout-last notice"
      hidden
      data-name={t("checkout.last", { name: "%name%" })}
      data-name-and-city={t("checkout.lastAt", { name: "%name%", city: "%city%" })}
    >
      <p />
      <Button look="line" isSmall>
        {t("checkout.lastUse")}
      </Button>
      <button type="button" className="link small">
        {t("checkout.lastForget")}
      </button>
    </div>
  );
}

/** Renders the contact fields, the addresses and the courier note. */
export function CustomerFields(props: CustomerFieldsProps) {
  const { of, shipping, isElsewhere, note, asksAccount, reminder, isDelivered } = props;
  const { t } = useLocale();
  return (
    <>
      <LastAddress />
      <div className="woocommerce-billing-fields checkout-groups">
        <BuyerFields of={of} title={t("checkout.who")} asksAccount={asksAccount}>
          {reminder && <CartReminder {...reminder} />}
        </BuyerFields>
        {isDelivered && <AddressFields of={of} mark="woocommerce_checkout_place_order" title={t("checkout.where")} />}
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
