/** Values by attribute. In a variation "" means any; in a choice it means none yet. */
type Values = Readonly<Record<string, string>>;

/** What of a variation decides which options are offered. */
export interface OfferedVariation {
  attributes: Values;
  /** An inactive variation shows its options but lets nobody choose them. */
  isActive: boolean;
}

/** An attribute to be chosen, with the values of its options in their order. */
export interface OptionList {
  name: string;
  values: readonly string[];
}

export type OptionState = "enabled" | "disabled";

/** By attribute and value: what can be chosen, and what is only shown. A value that is missing is not shown. */
export type OfferedOptions = Readonly<Record<string, Readonly<Record<string, OptionState>>>>;

/** Whether a variation is still possible: for every attribute either value is empty or both are equal. */
export function isPossible(variation: Values, chosen: Values): boolean {
  return Object.entries(variation).every(([name, value]) => value === "" || !chosen[name] || chosen[name] === value);
}

/** The options of each attribute that some variation has together with what is chosen in the others. */
export function offeredOptions(
  lists: readonly OptionList[],
  variations: readonly OfferedVariation[],
  chosen: Values,
): OfferedOptions {
  return Object.fromEntries(
    lists.map(({ name, values }) => {
      const others = { ...chosen, [name]: "" };
      const possible = variations.filter(({ attributes }) => isPossible(attributes, others));
      return [name, optionStates(name, values, possible)];
    }),
  );
}

function optionStates(
  name: string,
  values: readonly string[],
  possible: readonly OfferedVariation[],
): Record<string, OptionState> {
  const states: Record<string, OptionState> = {};
  for (const { attributes, isActive } of possible) {
    const only = attributes[name] ?? "";
    for (const value of only === "" ? values : [only]) {
      if (isActive || !states[value]) states[value] = isActive ? "enabled" : "disabled";
    }
  }
  return states;
}

/** The choice without values that cannot be chosen any more beside the others; attributes are looked at in order. */
export function settledChoice(
  lists: readonly OptionList[],
  variations: readonly OfferedVariation[],
  chosen: Values,
): Record<string, string> {
  const settled: Record<string, string> = { ...chosen };
  for (const { name } of lists) {
    const value = settled[name];
    if (value && offeredOptions(lists, variations, settled)[name]?.[value] !== "enabled") settled[name] = "";
  }
  return settled;
}
