import { acceptedEndings } from "./accepted-files.rules.ts";

/** A rule as `GET …/feedback/schema` prints it. */
export interface FormRule {
  rule: string;
  /** Name of the field. Nested rules without one take their composite's. */
  field?: string;
  /** Shown if the rule fails. */
  error?: string;
  /** `file`, `enum`, `dayofweek`. */
  accept?: readonly (string | number)[];
  /** `min…` and `max…`. */
  threshold?: string | number;
  /** `stepnumber`. */
  base?: string | number;
  interval?: string | number;
  /** `all` and `any`. */
  rules?: readonly FormRule[];
}

/** An uploaded or chosen file. The browser's `File` is one. */
export interface FormFile {
  name: string;
  /** In bytes. */
  size: number;
}

/** Posted fields in order. The browser's `FormData` is one. Names may end in brackets: `colours[]`. */
export type FormEntries = Iterable<readonly [name: string, value: string | FormFile]>;

interface Input {
  /** Trimmed and not empty. */
  texts: string[];
  files: FormFile[];
}

/** Returns the first error of each field that has one, in the order of the rules. Unknown rules are ignored. */
export function fieldErrors(rules: readonly FormRule[], entries: FormEntries): Map<string, string> {
  const inputs = inputsOf(entries);
  const errors = new Map<string, string>();
  for (const rule of rules) {
    const { field } = rule;
    const error = field !== undefined && !errors.has(field) && errorOf(rule, inputs, rule);
    if (field !== undefined && error) errors.set(field, error);
  }
  return errors;
}

function inputsOf(entries: FormEntries): Map<string, Input> {
  const inputs = new Map<string, Input>();
  for (const [name, value] of entries) {
    const field = name.replace(/\[.*/s, "");
    const input = inputs.get(field) ?? { texts: [], files: [] };
    inputs.set(field, input);
    // A file input without a file posts one without name and content.
    if (typeof value !== "string") {
      if (value.name || value.size) input.files.push(value);
    } else if (value.trim()) input.texts.push(value.trim());
  }
  return inputs;
}

/** Returns the error of a rule that fails, or "" if it has none; undefined if it passes. */
function errorOf(rule: FormRule, inputs: Map<string, Input>, parent: FormRule): string | undefined {
  const { field = parent.field, error = parent.error ?? "", rules = [] } = rule;
  const nested = (one: FormRule) => errorOf(one, inputs, { rule: "", ...(field && { field }), error });
  if (rule.rule === "all") return rules.map(nested).find((found) => found !== undefined);
  if (rule.rule === "any") return rules.some((one) => nested(one) === undefined) ? undefined : error;
  const check = Object.hasOwn(checks, rule.rule) && checks[rule.rule];
  return !check || check(inputs.get(field ?? "") ?? { texts: [], files: [] }, rule) ? undefined : error;
}

/** Whether the input passes the rule. Comparisons with NaN, the value of a missing threshold, pass. */
const checks: Readonly<Record<string, (input: Input, rule: FormRule) => boolean>> = {
  required: ({ texts }) => texts.length > 0,
  requiredfile: ({ files }) => files.length > 0,
  email: ({ texts }) => texts.every(isEmail),
  url: ({ texts }) => texts.every(isUrl),
  tel: ({ texts }) => texts.every(isPhone),
  number: ({ texts }) => texts.every(isNumber),
  date: ({ texts }) => texts.every((text) => calendarDate(text)),
  time: ({ texts }) => texts.every((text) => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text)),
  file: ({ files }, { accept = [] }) => {
    const endings = accept.flatMap((entry) => acceptedEndings(String(entry)));
    return files.every(({ name }) => endings.some((ending) => name.toLowerCase().endsWith(ending)));
  },
  enum: ({ texts }, { accept = [] }) => {
    const allowed = new Set(accept.map((value) => withoutReturns(String(value))));
    return texts.every((text) => allowed.has(withoutReturns(text)));
  },
  dayofweek: ({ texts }, { accept = [] }) =>
    texts.every((text) => {
      const date = calendarDate(text);
      return !date || accept.some((day) => Number(day) === (date.getUTCDay() || 7));
    }),
  minitems: ({ texts }, { threshold }) => !(texts.length < numberOf(threshold)),
  maxitems: ({ texts }, { threshold }) => !(texts.length > numberOf(threshold)),
  minlength: ({ texts }, { threshold }) => !texts.length || !(lengthOf(texts) < numberOf(threshold)),
  maxlength: ({ texts }, { threshold }) => !(lengthOf(texts) > numberOf(threshold)),
  minnumber: ({ texts }, { threshold }) => !texts.some((text) => numberOf(text) < numberOf(threshold)),
  maxnumber: ({ texts }, { threshold }) => !texts.some((text) => numberOf(text) > numberOf(threshold)),
  mindate: ({ texts }, { threshold }) => !texts.some((text) => looksDated(text, threshold) && text < String(threshold)),
  maxdate: ({ texts }, { threshold }) => !texts.some((text) => looksDated(text, threshold) && text > String(threshold)),
  minfilesize: ({ files }, { threshold }) => !files.length || !(bytesOf(files) < numberOf(threshold)),
  maxfilesize: ({ files }, { threshold }) => !(bytesOf(files) > numberOf(threshold)),
  stepnumber: ({ texts }, { base, interval }) => {
    const step = numberOf(interval);
    return (
      !(step > 0) || texts.every((text) => !isNumber(text) || isStep(numberOf(text) - (numberOf(base) || 0), step))
    );
  },
};

/** Whether the text is an email address by the rule `email`. */
export function isEmail(text: string): boolean {
  const at = text.indexOf("@");
  const labels = text.slice(at + 1).split(".");
  return (
    text.length > 5 &&
    at > 0 &&
    /^[\w!#$%&'*+/=?^`{|}~.-]+$/.test(text.slice(0, at)) &&
    labels.length > 1 &&
    labels.every((label) => /^[a-z\d-]+$/i.test(label) && !label.startsWith("-") && !label.endsWith("-"))
  );
}

function isUrl(text: string): boolean {
  try {
    return /^(https?|ftps?|mailto|news|irc[6s]?|gopher|nntp|feed|telnet|mms|rtsp|sms|svn|tel|fax|xmpp|webcal|urn):$/.test(
      new URL(text).protocol,
    );
  } catch {
    return false;
  }
}

function isPhone(text: string): boolean {
  const number = text
    .replace(/[#*].*/s, "")
    .replace(/[()/.\s-]/g, "")
    .replace(/^00/, "+");
  return /^\+?\d+$/.test(number) && number.length > 5 && number.length < 16;
}

/** Whether the text is a whole or decimal number with optional minus and exponent. */
export function isNumber(text: string): boolean {
  return /^-?(\d+|\d*\.\d+)(e[+-]?\d+)?$/i.test(text);
}

/** NaN if it is not a number by `isNumber`. */
function numberOf(value: string | number | undefined): number {
  const text = String(value);
  return isNumber(text) ? Number(text) : Number.NaN;
}

/** Whether the difference is a multiple of the step, to 6 decimals. */
function isStep(difference: number, step: number): boolean {
  const rest = Math.abs(difference % step).toFixed(6);
  return rest === (0).toFixed(6) || rest === step.toFixed(6);
}

const datePattern = /^(\d{4,})-(\d\d)-(\d\d)$/;

function looksDated(...values: (string | number | undefined)[]): boolean {
  return values.every((value) => datePattern.test(String(value)));
}

/** Returns a date with the same month, day and weekday; undefined if the text is no date or there is no such day. */
function calendarDate(text: string): Date | undefined {
  const [, year = "0", month, day] = datePattern.exec(text) ?? [];
  // The calendar repeats every 400 years.
  const date = new Date(Date.UTC(2000 + (Number(year.slice(-4)) % 400), Number(month) - 1, Number(day)));
  return Number(year) > 0 && date.toISOString().slice(5, 10) === `${month}-${day}` ? date : undefined;
}

/** In UTF-16 code units; a line break counts as one. */
function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + withoutReturns(text).length, 0);
}

function withoutReturns(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

function bytesOf(files: readonly FormFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
