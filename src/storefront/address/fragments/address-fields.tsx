import { useLocale } from "#ui/locale.tsx";
import { AddressField, placeRow } from "./address-field.tsx";
import type { AddressForm } from "./address-form.ts";
import { CountryField } from "./country-field.tsx";
import { PostcodeField, StateField } from "./state-fields.tsx";

interface PlaceFieldsProps {
  of: AddressForm;
  /** Name of the form's submit button, which Enter must press. */
  mark: string;
  /** Whether to show the second address line. Default: only when it has a value. */
  hasSecondLine?: boolean;
}

/** Renders the place of an address: country, street, city, state and postcode. */
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

/** Renders the address section of the form. */
export function AddressFields({ title, ...place }: PlaceFieldsProps & { title: string }) {
  return (
    <section className="group">
      <h2>{title}</h2>
      <PlaceFields {...place} />
    </section>
  );
}
