import { useLocale } from "#ui/locale.tsx";
import { AddressField, placeRow } from "./address-field.tsx";
import type { AddressForm } from "./address-form.ts";
import { CountryField } from "./country-field.tsx";
import { PostcodeField, StateField } from "./state-fields.tsx";

interface PlaceFieldsProps {
  of: AddressForm;
  /** The name of the form's own button: Enter in a field presses that. */
  mark: string;
  /** Whether the address has a second line; default: where it holds something, since one line takes what a courier needs. */
  hasSecondLine?: boolean;
}

/** The place of an address. */
export function PlaceFields({ of, mark, hasSecondLine = Boolean(of.address.address2) }: PlaceFieldsProps) {
  const { t } = useLocale();
  return (
    <>
      <CountryField of={of} mark={mark} />
      <AddressField
        of={of}
        field="address1"
        label={t("checkout.address1")}
        autoComplete="address-line1"
        rowClass={placeRow(of, "address1")}
      />
      {hasSecondLine && (
        <AddressField
          of={of}
          field="address2"
          label={t("checkout.address2")}
          autoComplete="address-line2"
          rowClass={placeRow(of, "address2")}
        />
      )}
      <div className="row row--3">
        <AddressField
          of={of}
          field="city"
          label={t("checkout.city")}
          autoComplete="address-level2"
          rowClass={placeRow(of, "city")}
        />
        <StateField of={of} />
        <PostcodeField of={of} />
      </div>
    </>
  );
}

/** Where it goes. */
export function WhereFields({ title, ...place }: PlaceFieldsProps & { title: string }) {
  return (
    <section className="group">
      <h2>{title}</h2>
      <PlaceFields {...place} />
    </section>
  );
}
