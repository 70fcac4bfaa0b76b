import { useLocale } from "#ui/locale.tsx";
import { addressControl } from "./address-controls.ts";
import { AddressField } from "./address-field.tsx";
import type { AddressForm } from "./address-form.ts";
import { CountryPayment } from "./country-payment.tsx";
import { CountrySelect } from "./place-controls.tsx";

interface CountryFieldProps {
  of: AddressForm;
  /** Name of the form's submit button. */
  mark: string;
}

function OnlyCountry({ of }: Pick<CountryFieldProps, "of">) {
  const { t } = useLocale();
  const name = addressControl(of.part, "country");
  return (
    <p className="form-row address-field update_totals_on_change muted" id={`${name}_field`}>
      {t("checkout.deliveryIn")} <strong>{of.countries[0]?.name}</strong>.
      <input type="hidden" id={name} className="country_to_state" name={name} value={of.country} />
    </p>
  );
}

/** Renders the button that shows the fields of the chosen country, for browsers without scripts. */
function ShowFields({ mark }: Pick<CountryFieldProps, "mark">) {
  const { t } = useLocale();
  return (
    <noscript>
      {/* Enter presses the first button of a form, so that must be the submit button. */}
      <button className="vh" name={mark} value="1" tabIndex={-1} aria-hidden="true" />
      <button className="link show-country" name="chowk_country" value="1">
        {t("checkout.countryShow")}
      </button>
    </noscript>
  );
}

/** Renders the country: plain text when there is only one, otherwise a select. */
export function CountryField({ of, mark }: CountryFieldProps) {
  const { t } = useLocale();
  if (of.countries.length === 1) return <OnlyCountry of={of} />;
  return (
    <>
      <AddressField
        of={of}
        field="country"
        label={t("checkout.country")}
        kind="select"
        rowClass="address-field update_totals_on_change"
        hint={of.unpayable !== undefined && <CountryPayment unpayable={of.unpayable} />}
      >
        {(control) => (
          <CountrySelect
            control={control}
            countries={of.countries}
            value={of.country}
            autoComplete={`${of.part} country`}
          />
        )}
      </AddressField>
      <ShowFields mark={mark} />
    </>
  );
}
