import { expect, test } from "vitest";
import { translator } from "#messages/translate.ts";
import { countryParameters } from "./country-parameters.ts";

const parametersOf = (...countries: string[]) => countryParameters(countries, translator("en"));
const tableIn = (text: string | undefined) => JSON.parse(text ?? "null") as Record<string, unknown>;

test("a shop with a single country prints none", () => {
  expect(parametersOf("PK")).toEqual({});
});

test("each country has its states; none where it has no states, no entry where the state is free text", () => {
  const states = tableIn(parametersOf("PK", "QA", "GB", "FJ").wc_country_select_params?.countries);
  expect(states).toEqual({ PK: expect.objectContaining({ PB: "Punjab", SD: "Sindh" }), QA: [] });
});

test("a country names only the labels and rules in which it differs from the default", () => {
  const { locale, locale_fields } = parametersOf("PK", "QA", "GB", "FJ").wc_address_i18n_params ?? {};
  expect(tableIn(locale)).toEqual({
    default: {
      state: { label: "State or region", required: false, hidden: false },
      postcode: { label: "Postcode", required: false, hidden: false },
    },
    PK: { state: { label: "Province", required: true }, postcode: {} },
    QA: { state: { hidden: true }, postcode: { hidden: true } },
    GB: { state: { label: "County" }, postcode: { required: true } },
  });
  expect(tableIn(locale_fields).postcode).toBe(
    "#billing_postcode_field, #shipping_postcode_field, #calc_shipping_postcode_field",
  );
});
