import { expect, test } from "vitest";
import { defaultSettings } from "../cart/cart.fixtures.ts";
import { countryCodes } from "./countries.rules.ts";
import { countryInText, countryName, namedCountries } from "./country-name.rules.ts";
import { deliveredCountries } from "./delivered-countries.rules.ts";
import { methodOf } from "./delivery.fixtures.ts";
import { readPlaces } from "./delivery-fields.rules.ts";

function zoneOf(places: string, methods = [methodOf()]) {
  const read = readPlaces(places);
  return { id: 1, name: places, places: Array.isArray(read) ? read : [], methods };
}

const off = methodOf({ isEnabled: false });
const countriesOf = (...zones: ReturnType<typeof zoneOf>[]) => deliveredCountries(zones, defaultSettings);

test("without zones only the store's country is delivered to", () => {
  expect(countriesOf()).toEqual(["PK"]);
});

test("the zones' countries are delivered to, each once, the store's first", () => {
  expect(countriesOf(zoneOf("AE:DU, AE:AZ"), zoneOf("PK, SA"))).toEqual(["PK", "AE", "SA"]);
  expect(countriesOf(zoneOf("AE"))).toEqual(["AE"]);
});

test("a zone for everywhere covers all countries except those of a zone without methods", () => {
  const all = countriesOf(zoneOf("PK"), zoneOf(""));
  expect([all.length, all[0]]).toEqual([countryCodes.length, "PK"]);
  const rest = countriesOf(zoneOf("US", [off]), zoneOf("IN:PB", []), zoneOf(""));
  expect([rest.includes("US"), rest.includes("IN"), rest.includes("GB")]).toEqual([false, true, true]);
});

test("without any delivery the store's country is listed", () => {
  expect(countriesOf(zoneOf("AE", [off]), zoneOf("", []))).toEqual(["PK"]);
});

test("countries are named in the shop's language, the first stays first", () => {
  const names = namedCountries(["PK", "US", "AE", "SA"], "en").map(({ name }) => name);
  expect(names).toEqual(["Pakistan", "Saudi Arabia", "United Arab Emirates", "United States"]);
  expect(countryName("nonsense", "en")).toBe("nonsense");
});

test("sentences name countries with an article where English needs one", () => {
  const inText = (code: string, lang = "en") => countryInText(code, lang);
  expect(["AE", "GB", "US", "NL", "PH", "MV", "DO", "KY"].map((code) => inText(code))).toEqual([
    "the United Arab Emirates",
    "the United Kingdom",
    "the United States",
    "the Netherlands",
    "the Philippines",
    "the Maldives",
    "the Dominican Republic",
    "the Cayman Islands",
  ]);
  expect(["PK", "DE", "QA", "ZA"].map((code) => inText(code))).toEqual([
    "Pakistan",
    "Germany",
    "Qatar",
    "South Africa",
  ]);
  expect(inText("NL", "nl")).toBe("Nederland");
});
