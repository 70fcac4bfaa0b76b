import fc from "fast-check";
import { expect, test } from "vitest";
import { cityKey } from "./place.rules.ts";
import { furtherZones, pickupCountry, zoneOf } from "./zones.rules.ts";

const country = fc.constantFrom("PK", "AE");
const state = fc.constantFrom("", "PB", "SD");
const city = fc.constantFrom("", "lahore", "karachi");
const place = fc.record({ country, state, city });
const zones = fc.array(fc.record({ places: fc.array(place, { maxLength: 3 }) }), { maxLength: 5 });
const plainZones = fc.array(fc.record({ places: fc.array(place, { maxLength: 1 }) }), { maxLength: 5 });
const destination = fc.record({ country, state, city, postcode: fc.constant("") });

test("the zone is the first in a list of all places sorted by specificity", () => {
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

test("the pickup country is the zone's; the store's if the zone contains it or names none", () => {
  const placesOf = (...countries: string[]) => ({
    places: countries.map((country) => ({ country, state: "", city: "" })),
  });
  const inDubai = { country: "AE", state: "", city: "", postcode: "" };
  const pickupIn = (...countries: string[]) => pickupCountry(inDubai, [placesOf(...countries)], "PK");
  expect([pickupIn("AE"), pickupIn("KW", "AE"), pickupIn("PK", "AE"), pickupIn()]).toEqual(["AE", "AE", "PK", "PK"]);
});

test("a zone is a further one exactly if more details of the destination may select it instead", () => {
  fc.assert(
    fc.property(plainZones, destination, (zones, to) => {
      const own = zoneOf(to, zones);
      const states = to.state === "" ? ["", "PB", "SD", "KP"] : [to.state];
      const cities = to.city === "" ? ["", "lahore", "karachi", "quetta"] : [to.city];
      const fuller = states.flatMap((state) => cities.map((city) => ({ ...to, state, city })));
      const winsOverOwn = (zone: (typeof zones)[number]) =>
        fuller.some((place) => zoneOf(place, own ? [own, zone] : [zone]) === zone);
      const wanted = zones.filter((zone) => zone !== own && winsOverOwn(zone));
      expect(furtherZones(to, zones)).toEqual(wanted);
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
])("cities are compared independent of spelling: %s", (typed, folded) => {
  expect(cityKey(typed)).toBe(folded);
  expect(cityKey(folded)).toBe(folded);
});
