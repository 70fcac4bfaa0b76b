/** Values by attribute. In a variation "" means any; in a choice a missing or "" value means none yet. */
export type AttributeValues = Readonly<Record<string, string>>;

/** The properties of a variation that decide which options are offered. */
export interface OfferedVariation {
  attributes: AttributeValues;
  /** An inactive variation's options are shown but disabled. */
  isActive: boolean;
}

/** An attribute with the values of its options, in order. */
export interface OptionList {
  name: string;
  values: readonly string[];
}

export type OptionState = "enabled" | "disabled";

/** By attribute and value: enabled or only shown. Missing values are hidden. */
export type OfferedOptions = Readonly<Record<string, Readonly<Record<string, OptionState>>>>;

/**
 * Returns the first variation that matches a choice: each of its values must have been chosen, "any" matches
 * everything. Variations must be in the shop's order. Source: the protocol's matching rule.
 */
export function matchVariation<V extends { attributes: AttributeValues }>(
  variations: readonly V[],
  chosen: AttributeValues,
): V | undefined {
  return variations.find(({ attributes }) => {
    for (const name in attributes) {
      const value = attributes[name];
      if (value !== "" && value !== chosen[name]) return false;
    }
    return true;
  });
}

/**
 * Returns the options of each attribute that some variation has together with the choices of the others. One pass over
 * the variations: one that contradicts a single choice counts for that attribute only, one that contradicts none for
 * all.
 */
export function offeredOptions(
  lists: readonly OptionList[],
  variations: readonly OfferedVariation[],
  chosen: AttributeValues,
): OfferedOptions {
  const wanted = lists.map(({ name }) => chosen[name] ?? "");
  const states = lists.map((): Record<string, OptionState> => ({}));
  const openStates = lists.map((): OptionState | undefined => undefined);
  for (const { attributes, isActive } of variations) {
    const contradicted = contradictedList(lists, wanted, attributes);
    if (contradicted === "several") continue;
    for (const [at, { name }] of lists.entries()) {
      if (contradicted !== "none" && contradicted !== at) continue;
      const value = attributes[name] ?? "";
      const list = states[at];
      if (value === "") openStates[at] = better(openStates[at], isActive);
      else if (list) list[value] = better(list[value], isActive);
    }
  }
  return Object.fromEntries(lists.map(({ name, values }, at) => [name, opened(values, states[at], openStates[at])]));
}

/** Returns the index of the only choice that a variation contradicts. */
function contradictedList(lists: readonly OptionList[], wanted: readonly string[], attributes: AttributeValues) {
  let found: number | "none" = "none";
  for (let at = 0; at < lists.length; at++) {
    const name = lists[at]?.name ?? "";
    const value = attributes[name];
    if (!value || !wanted[at] || value === wanted[at]) continue;
    if (found !== "none") return "several";
    found = at;
  }
  return found;
}

function better(state: OptionState | undefined, isActive: boolean): OptionState {
  return isActive ? "enabled" : (state ?? "disabled");
}

/** A variation with an open attribute has all of its values. */
function opened(
  values: readonly string[],
  states: Readonly<Record<string, OptionState>> = {},
  open: OptionState | undefined,
): Readonly<Record<string, OptionState>> {
  if (!open) return states;
  const all = Object.fromEntries(values.map((value) => [value, open]));
  return open === "enabled" ? { ...states, ...all } : { ...all, ...states };
}

/**
 * Removes chosen values that are impossible with the others; attributes are checked in order.
 * @returns the choice that remains, and the options that are offered with it
 */
export function settledChoice(
  lists: readonly OptionList[],
  variations: readonly OfferedVariation[],
  chosen: AttributeValues,
): { choice: Record<string, string>; offered: OfferedOptions } {
  const choice: Record<string, string> = { ...chosen };
  let offered = offeredOptions(lists, variations, choice);
  for (const { name } of lists) {
    const value = choice[name];
    if (!value || offered[name]?.[value] === "enabled") continue;
    choice[name] = "";
    offered = offeredOptions(lists, variations, choice);
  }
  return { choice, offered };
}

/**
 * Returns the initial choice: the requested value if it is offered, "" if that was requested; else the product's
 * default, else nothing. @param requested null: not requested
 */
export function firstChoice(
  lists: readonly (OptionList & { defaultValue: string })[],
  requested: (name: string) => string | null,
): Record<string, string> {
  return Object.fromEntries(
    lists.map(({ name, values, defaultValue }) => {
      const value = requested(name);
      const isMeant = value !== null && (value === "" || values.includes(value));
      return [name, isMeant ? value : defaultValue];
    }),
  );
}
