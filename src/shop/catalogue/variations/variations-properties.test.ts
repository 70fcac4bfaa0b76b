import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type AttributeValues,
  matchVariation,
  type OfferedVariation,
  type OptionList,
  offeredOptions,
  settledChoice,
} from "./variations.rules.ts";

const runs = { numRuns: 4000 };
const names = ["size", "flavour", "pack", "colour"];
const values = ["a", "b", "c", "d"];

/** Generates a product with up to four attributes, variations with open attributes or inactive ones, and a choice. */
const situation = fc.integer({ min: 1, max: 4 }).chain((count) => {
  const own = names.slice(0, count);
  const valuesOf = <T>(value: fc.Arbitrary<T>) => fc.record(Object.fromEntries(own.map((name) => [name, value])));
  const variation = fc.record({ attributes: valuesOf(fc.constantFrom("", ...values)), isActive: fc.boolean() });
  return fc.record({
    lists: fc.constant(own.map((name): OptionList => ({ name, values }))),
    variations: fc.array(variation, { maxLength: 12 }),
    chosen: valuesOf(fc.constantFrom("", ...values)),
  });
});

/** As specified: for every attribute either value is empty or both are equal. */
const isPossible = (variation: AttributeValues, chosen: AttributeValues) =>
  names.every((name) => !variation[name] || !chosen[name] || variation[name] === chosen[name]);

/** An option is offered if a variation that fits the other choices has it. */
function naiveState(variations: readonly OfferedVariation[], chosen: AttributeValues, name: string, value: string) {
  const withIt = variations.filter(({ attributes }) => isPossible(attributes, { ...chosen, [name]: value }));
  if (withIt.length === 0) return undefined;
  return withIt.some(({ isActive }) => isActive) ? "enabled" : "disabled";
}

test("the offered options are those found by trying every option with every variation", () => {
  fc.assert(
    fc.property(situation, ({ lists, variations, chosen }) => {
      const offered = offeredOptions(lists, variations, chosen);
      const isOfferedOtherwise = (name: string, value: string) =>
        offered[name]?.[value] !== naiveState(variations, chosen, name, value);
      expect(lists.filter(({ name }) => values.some((value) => isOfferedOtherwise(name, value)))).toEqual([]);
    }),
    runs,
  );
});

test("a complete choice matches the first possible variation, or none", () => {
  fc.assert(
    fc.property(situation, ({ lists, variations, chosen }) => {
      const complete = Object.fromEntries(lists.map(({ name }) => [name, chosen[name] || "a"]));
      const expected = variations.find(({ attributes }) => isPossible(attributes, complete));
      expect(matchVariation(variations, complete)).toBe(expected);
    }),
    runs,
  );
});

test("a settled choice keeps only chosen values, is offered completely, and is stable", () => {
  fc.assert(
    fc.property(situation, ({ lists, variations, chosen }) => {
      const { choice: settled, offered } = settledChoice(lists, variations, chosen);
      const keepsChoice = (name: string, value = "") =>
        value === "" || (value === chosen[name] && naiveState(variations, settled, name, value) === "enabled");
      expect(lists.filter(({ name }) => !keepsChoice(name, settled[name]))).toEqual([]);
      expect(offered).toEqual(offeredOptions(lists, variations, settled));
      expect(settledChoice(lists, variations, settled).choice).toEqual(settled);
    }),
    runs,
  );
});

/** As specified: attribute by attribute, removes a value that cannot be chosen together with the remaining others. */
function naiveSettled(lists: readonly OptionList[], variations: readonly OfferedVariation[], chosen: AttributeValues) {
  return lists.reduce<Record<string, string>>(
    (left, { name }) => {
      const value = left[name] ?? "";
      const stays = value === "" || naiveState(variations, left, name, value) === "enabled";
      return stays ? left : { ...left, [name]: "" };
    },
    { ...chosen },
  );
}

test("settling equals removing invalid values one by one", () => {
  fc.assert(
    fc.property(situation, ({ lists, variations, chosen }) => {
      expect(settledChoice(lists, variations, chosen).choice).toEqual(naiveSettled(lists, variations, chosen));
    }),
    runs,
  );
});

test("choosing only offered options, in any order, ends with a variation", () => {
  fc.assert(
    fc.property(situation, fc.infiniteStream(fc.nat()), ({ lists, variations }, numbers) => {
      const active = variations.filter(({ isActive }) => isActive);
      fc.pre(active.length > 0);
      let chosen: Record<string, string> = {};
      for (const { name } of lists.toSorted(() => ((numbers.next().value ?? 0) % 2 === 0 ? 1 : -1))) {
        const offered = Object.keys(offeredOptions(lists, active, chosen)[name] ?? {});
        chosen = { ...chosen, [name]: offered[(numbers.next().value ?? 0) % offered.length] ?? "" };
        expect(settledChoice(lists, active, chosen).choice).toEqual(chosen);
      }
      expect(matchVariation(active, chosen)).toBeDefined();
    }),
    runs,
  );
});
