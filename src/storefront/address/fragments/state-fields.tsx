import { formatGroups, formatOf } from "#shop/delivery/address-formats.rules.ts";
import { maxLengths } from "#shop/orders/checkout/checkout.rules.ts";
import { useLocale } from "#ui/locale.tsx";
import { AddressField, placeRow } from "./address-field.tsx";
import { type AddressForm, addressForm } from "./address-form.ts";
import { StateControl } from "./place-controls.tsx";
import { postcodeLabel, stateLabel } from "./place-labels.ts";

/** Renders the state; hidden in a country without states, because another one may need it. */
export function StateField({ of }: { of: AddressForm }) {
  const { t } = useLocale();
  return (
    <AddressField
      of={of}
      field="state"
      label={stateLabel(of.country, t)}
      isHidden={formatOf(of.country).state === "hidden"}
      rowClass={placeRow(of, "state", "validate-state")}
    >
      {(control) => (
        <StateControl
          control={control}
          country={of.country}
          value={of.address.state ?? ""}
          autoComplete={`${of.part} address-level1`}
          maxLength={maxLengths.state}
        />
      )}
    </AddressField>
  );
}

/** Renders the postcode; hidden in a country without postcodes, because another one may need it. */
export function PostcodeField({ of }: { of: AddressForm }) {
  const { t } = useLocale();
  const { postcode, example } = formatOf(of.country);
  return (
    <AddressField
      of={of}
      field="postcode"
      label={postcodeLabel(of.country, t)}
      isHidden={postcode === "hidden"}
      autoComplete="postal-code"
      inputMode={/^\d+$/.test(example) ? "numeric" : "text"}
      rowClass={placeRow(of, "postcode", "validate-postcode")}
    />
  );
}

/** Renders templates of the other countries' fields, for the script that swaps them in. */
export function CountryFormats({ of }: { of: AddressForm }) {
  return formatGroups(of.countries.map(({ code }) => code)).map((codes) => {
    const [country] = codes;
    const form = addressForm({ ...of, address: { country }, errors: [] });
    return (
      <template key={country} data-countries={codes.join(" ")}>
        <StateField of={form} />
        <PostcodeField of={form} />
      </template>
    );
  });
}
