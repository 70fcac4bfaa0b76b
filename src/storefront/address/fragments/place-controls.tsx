import { statesOf } from "#shop/delivery/states.rules.ts";
import type { ControlProps } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import { placeValues } from "./place-labels.ts";

interface CountrySelectProps {
  control: ControlProps;
  countries: readonly { code: string; name: string }[];
  value: string;
  autoComplete: string;
}

/** Renders the choice between several countries, with the classes by which scripts find it. */
export function CountrySelect({ control, countries, value, autoComplete }: CountrySelectProps) {
  return (
    <select
      {...control}
      className={`${control.className} country_to_state country_select`}
      autoComplete={autoComplete}
      defaultValue={value}
    >
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  );
}

interface StateControlProps {
  control: ControlProps;
  country: string;
  value: string;
  autoComplete: string;
  maxLength: number;
}

/**
 * Renders a state: a select for countries with a list, otherwise free text. Third-party scripts replace it when the
 * country changes, and give the new control the classes in `data-input-classes`.
 */
export function StateControl({ control, country, value, autoComplete, maxLength }: StateControlProps) {
  const { t } = useLocale();
  const shared = { ...control, autoComplete, defaultValue: value, "data-input-classes": "input" };
  const states = statesOf(country);
  if (!states) return <input {...shared} type="text" maxLength={maxLength} />;
  return (
    <select {...shared} className="select state_select">
      <option value="">{t("checkout.stateChoose", placeValues(country))}</option>
      {[...states].map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  );
}
