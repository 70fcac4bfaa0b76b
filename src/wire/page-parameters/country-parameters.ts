import type { Translate } from "#messages/catalogue.ts";
import { type AddressFormat, formatOf } from "#shop/delivery/address-formats.rules.ts";
import { statesOf } from "#shop/delivery/states.rules.ts";
import { postcodeLabel, stateLabel } from "#storefront/address/fragments/place-labels.ts";

/**
 * Returns the parameters of the protocol's scripts that adapt address fields to the chosen country; none if there is only
 * one. The scripts expect the tables as JSON texts.
 * @param countries those with delivery (ISO 3166-1 alpha-2)
 */
export function countryParameters(countries: readonly string[], t: Translate): Record<string, Record<string, string>> {
  if (countries.length < 2) return {};
  return {
    wc_country_select_params: {
      countries: JSON.stringify(statesByCountry(countries)),
      i18n_select_state_text: t("pages.chooseState"),
      i18n_no_matches: t("pages.noMatches"),
    },
    wc_address_i18n_params: {
      locale: JSON.stringify(localesOf(countries, t)),
      locale_fields: JSON.stringify({ state: rowsOf("state"), postcode: rowsOf("postcode") }),
      i18n_required_text: t("pages.required"),
      i18n_optional_text: t("shell.optional"),
    },
  };
}

/** Returns the selector of a field's row in both addresses and in the shipping calculator. */
function rowsOf(field: "state" | "postcode"): string {
  return ["billing", "shipping", "calc_shipping"].map((form) => `#${form}_${field}_field`).join(", ");
}

/** Returns names by code of each country's states; an empty list for countries without states, none for free text. */
function statesByCountry(countries: readonly string[]): Record<string, Record<string, string> | []> {
  const entries = countries.flatMap((country): [string, Record<string, string> | []][] => {
    if (formatOf(country).state === "hidden") return [[country, []]];
    const states = statesOf(country);
    return states ? [[country, Object.fromEntries(states)]] : [];
  });
  return Object.fromEntries(entries);
}

interface FieldLocale {
  label: string;
  required: boolean;
  hidden: boolean;
}

interface CountryLocale {
  state: Partial<FieldLocale>;
  postcode: Partial<FieldLocale>;
}

/** Returns how each country's fields differ from the default ones, which other countries have. */
function localesOf(countries: readonly string[], t: Translate): Record<string, CountryLocale> {
  const others = localeOf("", t);
  const own = countries.map((country) => {
    const { state, postcode } = localeOf(country, t);
    return [country, { state: without(others.state, state), postcode: without(others.postcode, postcode) }] as const;
  });
  const differing = own.filter(([, { state, postcode }]) => Object.keys({ ...state, ...postcode }).length > 0);
  return Object.fromEntries([["default", others], ...differing]);
}

function localeOf(country: string, t: Translate): Record<"state" | "postcode", FieldLocale> {
  const format = formatOf(country);
  return {
    state: fieldLocale(stateLabel(country, t), format.state),
    postcode: fieldLocale(postcodeLabel(country, t), format.postcode),
  };
}

function fieldLocale(label: string, need: AddressFormat["state"]): FieldLocale {
  return { label, required: need === "required", hidden: need === "hidden" };
}

/** Returns the entries of `own` that differ from those of `others`. */
function without(others: FieldLocale, own: FieldLocale): Partial<FieldLocale> {
  const differing = Object.entries(own).filter(([name, value]) => value !== others[name as keyof FieldLocale]);
  return Object.fromEntries(differing);
}
