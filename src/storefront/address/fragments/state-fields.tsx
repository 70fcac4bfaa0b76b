import { formatGroups, formatOf } from "#shop/delivery/address-formats.rules.ts";
import { useLocale } from "#ui/locale.tsx";
import { addressControl } from "./address-controls.ts";
import { AddressField, placeRow } from "./address-field.tsx";
import { type AddressForm, addressForm } from "./address-form.ts";
import { postcodeLabel, stateLabel, stateOptions } from "./place-labels.ts";

/** Renders a hidden placeholder row for a field that this country lacks but another one may need. */
function HiddenField({ of, field }: { of: AddressForm; field: "state" | "postcode" }) {
  const name = addressControl(of.part, field);
  return (
    <p className="form-row address-field" id={`${name}_field`} hidden>
      <input type="hidden" id={name} name={name} value="" />
    </p>
  );
}

export function StateField({ of }: { of: AddressForm }) {
  const { t } = useLocale();
  if (formatOf(of.country).state === "hidden") return <HiddenField of={of} field="state" />;
  const options = stateOptions(of.country, t);
  return (
    <AddressField
      of={of}
      field="state"
      label={stateLabel(of.country, t)}
      {...(options && { kind: "select", options })}
      autoComplete="address-level1"
      rowClass={placeRow(of, "state", "validate-state")}
    />
  );
}

export function PostcodeField({ of }: { of: AddressForm }) {
  const { t } = useLocale();
  const { postcode, example } = formatOf(of.country);
  if (postcode === "hidden") return <HiddenField of={of} field="postcode" />;
  return (
    <AddressField
      of={of}
      field="postcode"
      label={postcodeLabel(of.country, t)}
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
