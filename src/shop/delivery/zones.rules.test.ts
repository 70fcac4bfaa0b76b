import fc from "fast-check";
import { expect, test } from "vitest";
import { cityKey } from "./place.rules.ts";
import { zoneOf } from "./zones.rules.ts";

const country = fc.constantFrom("PK", "AE");
const state = fc.constantFrom("", "PB", "SD");
const city = fc.constantFrom("", "lahore", "karachi");
const place = fc.record({ country, state, city });
const zones = fc.array(fc.record({ places: fc.array(place, { maxLength: 3 }) }), { maxLength: 5 });
const destination = fc.record({ country, state, city, postcode: fc.constant("") });

test("the zone is the one that a list of all places in order of exactness finds first", () => {
  fc.assert(
    fc.property(zones, destination, (zones, to) => {
      const wanted = [
        { ...to, state: to.state, city: to.city },
        { ...to, state: "", city: to.city },
        { ...to, state: to.state, city: "" },
        { ...to, state: "", city: "" },
      ];
      const named = wanted.flatMap((one) =>
        zones.filter(({ places }) =>
          places.some((place) => place.country === one.country && place.state === one.state && place.city === one.city),
        ),
      );
      const rest = zones.filter(({ places }) => places.length === 0);
      expect(zoneOf(to, zones)).toBe([...named, ...rest][0]);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["  LAHORE ", "lahore"],
  ["Dera Ghazi-Khan", "dera ghazi khan"],
  ["Sādiqābād", "sadiqabad"],
  ["Karachi,", "karachi"],
  ["(Karachi)", "karachi"],
])("a city is the same one however it is spelled: %s", (typed, folded) => {
  expect(cityKey(typed)).toBe(folded);
  expect(cityKey(folded)).toBe(folded);
});
