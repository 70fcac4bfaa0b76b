import { expect, test } from "vitest";
import { cityNames, stateOfCity } from "./cities.rules.ts";
import { cityKey } from "./place.rules.ts";
import { statesOf } from "./states.rules.ts";

test("some two hundred cities are listed, each once and in one province", () => {
  expect(cityNames.length).toBeGreaterThan(150);
  expect(new Set(cityNames.map(cityKey)).size).toBe(cityNames.length);
  const known: readonly (string | undefined)[] = [...(statesOf("PK")?.keys() ?? [])];
  expect(cityNames.filter((name) => !known.includes(stateOfCity(name)))).toEqual([]);
});

test.each([
  ["Lahore", "PB"],
  ["  karachi ", "SD"],
  ["MIRPUR KHAS", "SD"],
  ["Mirpur", "JK"],
  ["saidu-sharif", "KP"],
  ["Islamabad", "IS"],
  ["Quetta", "BA"],
  ["Skardu", "GB"],
])("%s is in %s", (city, state) => {
  expect(stateOfCity(city)).toBe(state);
});

test.each(["%j has no known province", "Lahor", "London", "constructor"])("of %j nothing is known", (city) => {
  expect(stateOfCity(city)).toBeUndefined();
});
