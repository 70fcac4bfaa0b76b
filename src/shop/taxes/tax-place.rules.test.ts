import fc from "fast-check";
import { expect, test } from "vitest";
import type { Place } from "../delivery/place.rules.ts";
import { type PlacedRate, ratesAt } from "./tax-place.rules.ts";

const country = fc.constantFrom("PK", "IN");
const state = fc.constantFrom("", "PB", "SD");
const open = <Text>(text: fc.Arbitrary<Text>) => fc.oneof(text, fc.constant(""));
const place: fc.Arbitrary<Place> = fc.record({
  country,
  state,
  city: fc.constantFrom("", "Lahore", " LĀHORE", "Karachi", "New  York", "new-york"),
});
const rate = fc.record({
  country: open(country),
  state,
  city: fc.constantFrom("", "lahore", "karachi", "new york"),
  label: fc.constantFrom("GST", "Levy"),
  taxClass: fc.constantFrom("", "reduced"),
});
/** Generates rates as the table allows: one per label, class and place; parts of a country name the country. */
const rates: fc.Arbitrary<PlacedRate[]> = fc
  .uniqueArray(rate, { selector: (one) => JSON.stringify(one), maxLength: 30 })
  .map((all) => all.filter((one) => one.country !== "" || one.state + one.city === ""))
  .map((all) => all.map((one, id) => ({ ...one, id, perMillion: id, coversCharges: true })));

const plainCities: Readonly<Record<string, string>> = {
  " LĀHORE": "lahore",
  "New  York": "new york",
  "new-york": "new york",
};

/** Looks for the exact place first, then for less and less specific ones. */
function naively(all: readonly PlacedRate[], { country, state, city }: Place): number[] {
  const plain = plainCities[city] ?? city.toLowerCase();
  const steps = [
    [country, state, plain],
    [country, "", plain],
    [country, state, ""],
    [country, "", ""],
    ["", "", ""],
  ];
  const kinds = new Set(all.map(({ taxClass, label }) => `${taxClass}/${label}`));
  const found = [...kinds].flatMap((kind) => {
    for (const [ofCountry, ofState, ofCity] of steps) {
      const isMeant = (one: PlacedRate) => one.country === ofCountry && one.state === ofState && one.city === ofCity;
      const exact = all.find((one) => `${one.taxClass}/${one.label}` === kind && isMeant(one));
      if (exact) return exact.id;
    }
    return [];
  });
  return found.sort((one, other) => one - other);
}

test("for each class and label the most specific place's rate applies, as in a naive search", () => {
  fc.assert(
    fc.property(rates, place, (all, where) => {
      expect(ratesAt(all, where).map(({ id }) => id)).toEqual(naively(all, where));
    }),
    { numRuns: 1000 },
  );
});
