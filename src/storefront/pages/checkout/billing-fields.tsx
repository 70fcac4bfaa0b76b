import { longest } from "#shop/orders/checkout.rules.ts";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import type { AddressForm } from "./address-field.tsx";
import { WhereFields } from "./where-fields.tsx";
import { WhoFields } from "./who-fields.tsx";

/** The control that the note is typed into. */
export const noteControl = "order_comments";

interface BillingFieldsProps {
  of: AddressForm;
  note: string;
  /** Whether there is something to carry: else nobody needs an address, nor a note for who brings it. */
  isDelivered: boolean;
}

function NoteField({ of, note }: Omit<BillingFieldsProps, "isDelivered">) {
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

/** Who the order is for, where it goes, and a note for who brings it. */
export function BillingFields({ of, note, isDelivered }: BillingFieldsProps) {
  const { t } = useLocale();
  return (
    <div className="woocommerce-billing-fields checkout-groups">
      <WhoFields of={of} title={t("checkout.who")} />
      {isDelivered && (
        <WhereFields of={of} title={t("checkout.where")}>
          <NoteField of={of} note={note} />
        </WhereFields>
      )}
    </div>
  );
}
