import { pakistanStateCodes } from "#shop/delivery/regions.rules.ts";
import { stateName } from "#shop/orders/state-name.rules.ts";
import { useLocale } from "#ui/locale.tsx";
import { addressControl } from "../../fragments/address-controls.ts";
import { AddressField, type AddressForm } from "./address-field.tsx";

/** One country alone is a line of text; several are a choice. */
function CountryField({ of }: { of: AddressForm }) {
  const { t } = useLocale();
  const [only, ...others] = of.countries;
  const name = addressControl(of.part, "country");
  if (only && others.length === 0) {
    return (
      <p className="form-row address-field update_totals_on_change muted" id={`${name}_field`}>
        {t("checkout.deliveryIn")} <strong>{only.name}</strong>.
        <input type="hidden" id={name} className="country_to_state" name={name} value={only.code} />
      </p>
    );
  }
  return (
    <AddressField
      of={of}
      field="country"
      label={t("checkout.country")}
      kind="select"
      autoComplete="country"
      rowClass="address-field update_totals_on_change"
      options={of.countries.map(({ code, name }) => ({ value: code, label: name }))}
    />
  );
}

function StateField({ of }: { of: AddressForm }) {
  const { t } = useLocale();
  const states = pakistanStateCodes.map((code) => ({ value: code, label: stateName(code, t) }));
  return (
    <AddressField
      of={of}
      field="state"
      label={t("checkout.state")}
      kind="select"
      autoComplete="address-level1"
      rowClass="address-field validate-state"
      options={[{ value: "", label: t("checkout.stateChoose") }, ...states]}
    />
  );
}

interface PlaceFieldsProps {
  of: AddressForm;
  /** Whether the address has a second line; default: where it holds something, since one line takes what a courier needs. */
  hasSecondLine?: boolean;
}

/** The place of an address. */
export function PlaceFields({ of, hasSecondLine = Boolean(of.address.address2) }: PlaceFieldsProps) {
  const { t } = useLocale();
  const row = "address-field";
  return (
    <>
      <CountryField of={of} />
      <AddressField
        of={of}
        field="address1"
        label={t("checkout.address1")}
        autoComplete="address-line1"
        rowClass={row}
      />
      {hasSecondLine && (
        <AddressField
          of={of}
          field="address2"
          label={t("checkout.address2")}
          autoComplete="address-line2"
          rowClass={row}
        />
      )}
      <div className="row row--3">
        <AddressField of={of} field="city" label={t("checkout.city")} autoComplete="address-level2" rowClass={row} />
        <StateField of={of} />
        <AddressField
          of={of}
          field="postcode"
          label={t("checkout.postcode")}
          autoComplete="postal-code"
          inputMode="numeric"
          rowClass={`${row} validate-postcode`}
        />
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
