import { type FormTag, isSelectable } from "./form-tag.rules.ts";
import { hasOption, numberBounds, optionValues } from "./tag-options.rules.ts";

/** Where the option `default:` finds values. */
export type DefaultSource = "get" | "shortcode_attr" | "user";

/** Returns a source's values for a field, or for a property of the signed-in user ("email"). */
export type ReadDefault = (source: DefaultSource, name: string) => readonly string[];

/** An option of a select, a checkbox or a radio button. */
export interface ChoiceItem {
  value: string;
  label: string;
}

/** Label of the empty option of a select. */
const chooseLabel = "—Please choose an option—";

/** Returns the items of a select, checkbox or radio tag. */
export function choiceItems(tag: FormTag): ChoiceItem[] {
  const items = tag.choices.map(({ shown }) => ({ value: shown, label: shown }));
  if (tag.type !== "select") return items;
  if (hasBlankItem(tag)) return [{ value: "", label: chooseLabel }, ...items];
  return hasOption(tag, "first_as_label")
    ? items.map((item, index) => (index > 0 ? item : { ...item, value: "" }))
    : items;
}

/** Whether a select has an empty option above its choices. */
function hasBlankItem(tag: FormTag): boolean {
  return tag.type === "select" && (hasOption(tag, "include_blank") || tag.choices.length === 0);
}

/** Returns the values that are chosen at first, in the order of the items; one at most unless several can be chosen. */
export function defaultChoices(tag: FormTag, read: ReadDefault): string[] {
  const offered = tag.choices.map(({ shown }) => shown);
  const found = firstDefault(tag, read, (index) => offered[index - 1]).filter((value) => offered.includes(value));
  const allowsSeveral = tag.type === "checkbox" ? !hasOption(tag, "exclusive") : hasOption(tag, "multiple");
  return allowsSeveral ? found : found.slice(0, 1);
}

/** Returns a text field's placeholder and first value. A range starts in the middle. */
export function defaultText(tag: FormTag, read: ReadDefault): { placeholder: string; value: string } {
  const written = (tag.type === "textarea" && tag.content) || (tag.choices[0]?.shown ?? "");
  const isPlaceholder = hasOption(tag, "placeholder") || hasOption(tag, "watermark");
  const [value] = firstDefault(tag, read, (index) => tag.choices[index - 1]?.shown);
  return {
    placeholder: isPlaceholder ? written : "",
    value: value ?? (isPlaceholder || written === "" ? middleOf(tag) : written),
  };
}

function middleOf(tag: FormTag): string {
  if (tag.type !== "range") return "";
  const { minimum = "0", maximum = "100" } = numberBounds(tag);
  return String((Number(minimum) + Number(maximum)) / 2);
}

/** Returns the values of the first `default:` option that has any. */
function firstDefault(tag: FormTag, read: ReadDefault, choice: (index: number) => string | undefined): string[] {
  for (const option of optionValues(tag, "default")) {
    const values = /^\d+(_\d+)*$/.test(option)
      ? option.split("_").flatMap((index) => choice(Number(index)) ?? [])
      : readSource(option, tag, read);
    const filled = values.filter((value) => value !== "");
    if (filled.length > 0) return isSelectable(tag) ? filled : filled.slice(0, 1);
  }
  return [];
}

function readSource(option: string, tag: FormTag, read: ReadDefault): readonly string[] {
  if (option.startsWith("user_")) return read("user", option.slice("user_".length));
  const sources = ["get", "shortcode_attr"] as const;
  const source = sources.find((one) => one === option);
  return source ? read(source, tag.name) : [];
}
