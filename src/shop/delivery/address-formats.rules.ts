import { stateCode, statesOf } from "./states.rules.ts";

/** Whether a part of an address is required, optional or not asked for. */
type Need = "required" | "optional" | "hidden";

/** The format of a country's addresses. */
export interface AddressFormat {
  state: Need;
  /** The local term for a state. */
  stateWord: "province" | "state" | "emirate" | "county" | "district" | "region";
  postcode: Need;
  postcodeWord: "postcode" | "zip" | "pin";
  /** Matches postcodes normalised by `normalisePlace`; null: any text. */
  pattern: RegExp | null;
  /** A valid postcode, "" without a pattern. */
  example: string;
}

const free: AddressFormat = {
  state: "optional",
  stateWord: "region",
  postcode: "optional",
  postcodeWord: "postcode",
  pattern: null,
  example: "",
};

const noState = { state: "hidden" } as const;
const provinces = { state: "required", stateWord: "province" } as const;
const states = { state: "required", stateWord: "state" } as const;

function postcode(
  need: Need,
  pattern: RegExp,
  example: string,
): Pick<AddressFormat, "postcode" | "pattern" | "example"> {
  return { postcode: need, pattern, example };
}

const formats: ReadonlyMap<string, AddressFormat> = new Map(
  Object.entries({
    AE: { state: "required", stateWord: "emirate", postcode: "hidden" },
    AU: { ...states, ...postcode("required", /^\d{4}$/, "2000") },
    BD: { state: "required", stateWord: "district", ...postcode("optional", /^\d{4}$/, "1207") },
    BH: { ...noState, ...postcode("optional", /^\d{3,4}$/, "317") },
    CA: {
      ...provinces,
      ...postcode("required", /^[A-CEGHJ-NPRSTVXY]\d[A-CEGHJ-NPRSTV-Z] \d[A-CEGHJ-NPRSTV-Z]\d$/, "K1A 0B1"),
    },
    DE: { ...noState, ...postcode("required", /^\d{5}$/, "10115") },
    FR: { ...noState, ...postcode("required", /^\d{5}$/, "75001") },
    GB: {
      state: "optional",
      stateWord: "county",
      ...postcode("required", /^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/, "SW1A 1AA"),
    },
    IN: { ...states, postcodeWord: "pin", ...postcode("required", /^[1-9]\d{5}$/, "110001") },
    KW: { ...noState, ...postcode("optional", /^\d{5}$/, "13001") },
    MY: { ...states, ...postcode("required", /^\d{5}$/, "50000") },
    OM: { ...noState, ...postcode("optional", /^\d{3}$/, "112") },
    PK: { ...provinces, ...postcode("optional", /^\d{5}$/, "54000") },
    QA: { ...noState, postcode: "hidden" },
    SA: { ...noState, ...postcode("optional", /^\d{5}(?:-\d{4})?$/, "11564") },
    SG: { ...noState, ...postcode("required", /^\d{6}$/, "238801") },
    TR: { ...provinces, ...postcode("required", /^\d{5}$/, "34122") },
    US: { ...states, postcodeWord: "zip", ...postcode("required", /^\d{5}(?:-\d{4})?$/, "10001") },
  } satisfies Record<string, Partial<AddressFormat>>).map(([country, own]) => [country, { ...free, ...own }]),
);

/** The countries with an address format of their own; others take free text. */
export const knownFormats: readonly string[] = [...formats.keys()];

/**
 * Groups countries by address format: each with its own format alone, all others together; empty if there is no choice.
 */
export function formatGroups(countries: readonly string[]): [string, ...string[]][] {
  if (countries.length < 2) return [];
  const [first, ...others] = countries.filter((code) => !formats.has(code));
  const known = countries.filter((code) => formats.has(code)).map((code): [string] => [code]);
  return first === undefined ? known : [...known, [first, ...others]];
}

/** Returns the address format of `country` (ISO 3166-1 alpha-2). */
export function formatOf(country: string): AddressFormat {
  return formats.get(country) ?? free;
}

/** Returns whether `state` is one of the country's, if it has a list. */
export function isListedState(country: string, state: string): boolean {
  return statesOf(country)?.has(state) ?? true;
}

/** Returns whether `code`, normalised by `normalisePlace`, can be a postcode of the country. */
export function isPostcode(country: string, code: string): boolean {
  return formatOf(country).pattern?.test(code) ?? true;
}

/**
 * Normalises a place by its country's format: the state to its code, the postcode to its usual letters and spaces.
 * Drops parts that the country does not use. Leaves invalid parts as typed, for validation.
 */
export function normalisePlace<Typed extends { country: string; state: string; postcode: string }>(
  typed: Typed,
): Typed {
  const format = formatOf(typed.country);
  return {
    ...typed,
    state: format.state === "hidden" ? "" : (stateCode(typed.country, typed.state) ?? typed.state),
    postcode: format.postcode === "hidden" ? "" : normalisePostcode(typed.country, typed.postcode),
  };
}

function normalisePostcode(country: string, typed: string): string {
  const { pattern } = formatOf(country);
  if (!pattern) return typed;
  const latin = typed.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15));
  const joined = latin.replace(/[\s-]/g, "").toUpperCase();
  const spaced = [joined, `${joined.slice(0, -3)} ${joined.slice(-3)}`, `${joined.slice(0, 5)}-${joined.slice(5)}`];
  return spaced.find((code) => pattern.test(code)) ?? typed;
}
