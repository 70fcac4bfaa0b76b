import { isNumber } from "../validation/form-validation.rules.ts";
import type { FormTag } from "./form-tag.rules.ts";
import { dateOfExpression } from "./relative-date.rules.ts";

/** Whether the tag has the option without a value, such as `multiple`. */
export function hasOption(tag: FormTag, name: string): boolean {
  return tag.options.includes(name);
}

/** Returns the values of all options `name:value` that match the pattern. */
export function optionValues(tag: FormTag, name: string, pattern = /./): string[] {
  return tag.options
    .filter((option) => option.startsWith(`${name}:`))
    .map((option) => option.slice(name.length + 1))
    .filter((value) => pattern.test(value));
}

/** Returns the first value of an option; undefined if there is none that matches the pattern. */
export function optionValue(tag: FormTag, name: string, pattern?: RegExp): string | undefined {
  return optionValues(tag, name, pattern)[0];
}

const identifier = /^[-\w]+$/;
const wholeNumber = /^\d{1,9}$/;

/** Returns the control's id; undefined without. */
export function idOf(tag: FormTag): string | undefined {
  return optionValue(tag, "id", identifier);
}

export function classesOf(tag: FormTag): string[] {
  return optionValues(tag, "class", identifier);
}

/** Returns the value of the attribute `autocomplete`; undefined without. */
export function autoCompleteOf(tag: FormTag): string | undefined {
  return optionValue(tag, "autocomplete", /^[-a-z|]+$/i)?.replaceAll("|", " ");
}

/** Returns a text input's width in characters: `size:40` or the first number of `40/100`. */
export function sizeOf(tag: FormTag): number {
  return positive(optionValue(tag, "size", wholeNumber) ?? shorthand(tag, /^(\d{1,9})\/\d*$/)) ?? 40;
}

/** Returns a text area's columns and rows: `40x10`. */
export function areaOf(tag: FormTag): { columns: number; rows: number } {
  return {
    columns: positive(optionValue(tag, "cols", wholeNumber) ?? shorthand(tag, /^(\d{1,9})x\d*(?:\/\d+)?$/)) ?? 40,
    rows: positive(optionValue(tag, "rows", wholeNumber) ?? shorthand(tag, /^\d*x(\d{1,9})(?:\/\d+)?$/)) ?? 10,
  };
}

/**
 * Returns the lengths that the field's text must have, in UTF-16 code units. The maximum is 400, or 2000 for text areas,
 * unless the tag has its own. Without both if they contradict each other.
 */
export function lengthsOf(tag: FormTag): { minimum?: number; maximum?: number } {
  const minimum = positive(optionValue(tag, "minlength", wholeNumber));
  const own = optionValue(tag, "maxlength", wholeNumber) ?? shorthand(tag, /^(?:\d*x?\d*)\/(\d{1,9})$/);
  const maximum = positive(own) ?? (tag.type === "textarea" ? 2000 : 400);
  if (minimum === undefined) return { maximum };
  return maximum < minimum ? {} : { minimum, maximum };
}

/** Returns the bounds of a number as written; a range has 0 and 100 by default. */
export function numberBounds(tag: FormTag): { minimum?: string; maximum?: string } {
  const bound = (name: string) => optionValues(tag, name).find(isNumber);
  const minimum = bound("min") ?? (tag.type === "range" ? "0" : undefined);
  const maximum = bound("max") ?? (tag.type === "range" ? "100" : undefined);
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}

/** Returns the bounds of a date as YYYY-MM-DD. Relative ones, such as `min:today+1_day`, depend on `today`. */
export function dateBounds(tag: FormTag, today: string): { minimum?: string; maximum?: string } {
  const bound = (name: string) => dateOfExpression(optionValue(tag, name) ?? "", today);
  const minimum = bound("min");
  const maximum = bound("max");
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}

const limitPattern = /^([1-9]\d{0,11})([km]?b)?$/i;

/** Whether the text is a size for the option `limit`. */
export function isFileLimit(text: string): boolean {
  return limitPattern.test(text);
}

/** Returns the size limit of a file in bytes: `limit:500kb`, 1 MB by default. */
export function fileLimit(tag: FormTag): number {
  const [, count = "1", unit = "b"] = limitPattern.exec(optionValue(tag, "limit", limitPattern) ?? "1mb") ?? [];
  const factor = { k: 1024, m: 1024 * 1024 }[unit.toLowerCase()[0] ?? ""] ?? 1;
  return Number(count) * factor;
}

/** Returns the entries of a file input's `accept` attribute: ".pdf", "image/*", "text/csv". */
export function acceptedFiles(tag: FormTag): string[] {
  const accepted = optionValues(tag, "filetypes")
    .flatMap((types) => types.split("|"))
    .flatMap((type) => acceptEntry(type) ?? []);
  return accepted.length > 0 ? [...new Set(accepted)] : ["audio/*", "video/*", "image/*"];
}

/** Returns the `accept` entry for a type in the option `filetypes`; undefined if there is no such type. */
export function acceptEntry(type: string): string | undefined {
  if (/^(audio|video|image)\/\*$/i.test(type) || /^[a-z]+\/[-+.a-z\d]+$/i.test(type)) return type;
  return /^\.?[a-z\d]+$/i.test(type) ? `.${type.replace(".", "").toLowerCase()}` : undefined;
}

/** Returns the colours of a captcha as six hexadecimal digits: `fg:#036 bg:#ffffcc`. */
export function captchaColours(tag: FormTag): { foreground: string; background: string } {
  const colour = (name: string) =>
    optionValue(tag, name, /^#(?:[\da-f]{3}|[\da-f]{6})$/i)
      ?.slice(1)
      .toLowerCase()
      .replace(/^(.)(.)(.)$/, "$1$1$2$2$3$3");
  return { foreground: colour("fg") ?? "222222", background: colour("bg") ?? "ffffff" };
}

function shorthand(tag: FormTag, pattern: RegExp): string | undefined {
  for (const option of tag.options) {
    const value = pattern.exec(option)?.[1];
    if (value !== undefined) return value;
  }
  return undefined;
}

function positive(value: string | undefined): number | undefined {
  return value !== undefined && Number(value) > 0 ? Number(value) : undefined;
}
