import fc from "fast-check";
import { expect, test } from "vitest";
import { ayesha } from "../orders/checkout/checkout.fixtures.ts";
import { checkoutFaults } from "../orders/checkout/checkout.rules.ts";
import { serverCheckoutFaults } from "../orders/checkout/phone-check.ts";
import type { Address } from "../orders/order.ts";
import { formatOf, knownFormats, normalisePlace } from "./address-formats.rules.ts";
import { countryCodes, isState } from "./countries.rules.ts";
import { statesOf } from "./states.rules.ts";

/** Returns the faults of Ayesha's address in another country. */
function faultsIn(country: string, state: string, postcode: string, phone = "+92 300 1234567"): string[] {
  const billing = normalisePlace({ ...ayesha, country, state, postcode, phone });
  const faults = serverCheckoutFaults({ billing, shipping: null, note: "" }, "courier", countryCodes);
  return faults.map(({ field, reason }) => `${field} ${reason}`);
}

test.each([
  ["PK", "PB", ""],
  ["PK", "punjab", "54 000"],
  ["AE", "Dubai", "whatever was left in it"],
  ["SA", "", "11564"],
  ["GB", "", "sw1a1aa"],
  ["GB", "Kent", "M1 1AE"],
  ["US", "ny", "10001"],
  ["US", "California", "902101234"],
  ["IN", "Maharashtra", "400 001"],
  ["IN", "orissa", "751001"],
  ["IN", "UT", "248001"],
  ["CA", "Newfoundland & Labrador", "a1a 1a1"],
  ["CA", "QUÉBEC", "g1a1a1"],
  ["AE", "ras al-khaimah", ""],
  ["BD", "Dhaka", ""],
  ["CA", "ON", "k1a0b1"],
  ["AU", "NSW", "2000"],
  ["DE", "Berlin", "10115"],
  ["FR", "", "75001"],
  ["TR", "Istanbul", "34122"],
  ["QA", "", ""],
  ["KW", "", "13001"],
  ["OM", "", "112"],
  ["BH", "", "1216"],
  ["MY", "Selangor", "40000"],
  ["SG", "", "٢٣٨٨٠١"],
  ["NZ", "", ""],
  ["BR", "São Paulo", "01310-100"],
])("an address in %s with the state %j and the postcode %j is valid", (country, state, postcode) => {
  expect(faultsIn(country, state, postcode)).toEqual([]);
});

test.each([
  ["PK", "XX", "5400", ["state invalid", "postcode invalid"]],
  ["PK", "", "", ["state required"]],
  ["AE", "PB", "", ["state invalid"]],
  ["SA", "", "1156", ["postcode invalid"]],
  ["GB", "", "", ["postcode required"]],
  ["GB", "", "12345", ["postcode invalid"]],
  ["US", "Texass", "1000", ["state invalid", "postcode invalid"]],
  ["US", "", "", ["state required", "postcode required"]],
  ["IN", "PB", "012345", ["postcode invalid"]],
  ["BD", "", "12075", ["state required", "postcode invalid"]],
  ["CA", "ON", "D1A 0B1", ["postcode invalid"]],
  ["AU", "NY", "20000", ["state invalid", "postcode invalid"]],
  ["DE", "", "1011", ["postcode invalid"]],
  ["FR", "", "", ["postcode required"]],
  ["TR", "", "3412", ["state required", "postcode invalid"]],
  ["KW", "", "1", ["postcode invalid"]],
  ["OM", "", "1112", ["postcode invalid"]],
  ["BH", "", "12", ["postcode invalid"]],
  ["MY", "", "40000", ["state required"]],
  ["SG", "", "23880", ["postcode invalid"]],
  ["XX", "", "", ["country invalid"]],
])("an address in %s with the state %j and the postcode %j has the faults %j", (country, state, postcode, faults) => {
  expect(faultsIn(country, state, postcode)).toEqual(faults);
});

test("only Pakistani numbers may omit the country code", () => {
  expect(faultsIn("PK", "PB", "", "0300 1234567")).toEqual([]);
  expect(faultsIn("AE", "DU", "", "050 123 4567")).toEqual(["phone countryless"]);
  expect(faultsIn("AE", "DU", "", "0300 1234567")).toEqual(["phone countryless"]);
  expect(faultsIn("AE", "DU", "", "00971 50 123 4567")).toEqual([]);
  expect(faultsIn("AE", "DU", "", "+971 50 123")).toEqual(["phone invalid"]);
});

test("each country's example matches its postcode pattern, and each listed state has a code and a name", () => {
  const examples = knownFormats.filter((country) => formatOf(country).pattern);
  expect(examples.filter((country) => !formatOf(country).pattern?.test(formatOf(country).example))).toEqual([]);
  for (const country of ["PK", "AE", "AU", "CA", "IN", "US"]) {
    const states = [...(statesOf(country) ?? [])];
    expect(states.every(([code, name]) => /^[A-Z]{2,3}$/.test(code) && /^[A-Z][A-Za-z ]+$/.test(name))).toBe(true);
    expect(states.every(([code]) => isState(country, code))).toBe(true);
  }
  expect(isState("AE", "PB")).toBe(false);
  expect(isState("TR", "Istanbul")).toBe(true);
});

test("any input has a fault or becomes a normalised address, and normalising again changes nothing", () => {
  const text = fc.oneof(
    fc.constantFrom(
      "",
      "PB",
      "punjab",
      "DU",
      "Dubai",
      "ny",
      "54000",
      "sw1a 1aa",
      "k1a0b1",
      "90210-1234",
      "٥٤٠٠٠",
      "\u0000",
    ),
    fc.string({ unit: "binary", maxLength: 60 }),
  );
  const countries = fc.oneof(fc.constantFrom(...knownFormats), fc.constantFrom(...countryCodes, "XX", ""), text);
  const parts = fc.record({ country: countries, state: text, postcode: text, city: text });
  fc.assert(
    fc.property(parts, (typed) => {
      const address: Address = normalisePlace({ ...ayesha, ...typed });
      expect(normalisePlace(address)).toEqual(address);
      const faults = checkoutFaults({ billing: address, shipping: null, note: "" }, "courier", countryCodes);
      const { state, postcode, pattern } = formatOf(address.country);
      const isListed = statesOf(address.country)?.has(address.state) ?? true;
      const isSettled =
        isListed &&
        (state !== "hidden" || address.state === "") &&
        (postcode !== "required" || address.postcode !== "") &&
        (address.postcode === "" || (pattern?.test(address.postcode) ?? true));
      expect(faults.length > 0 || isSettled).toBe(true);
    }),
    { numRuns: 500 },
  );
});
