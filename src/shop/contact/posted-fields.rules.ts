import { decodeHtml } from "./html-text.rules.ts";
import { type Choice, type FormTag, isSelectable, type TagType, tagKind } from "./template/form-tag.rules.ts";
import { hasOption, optionValue } from "./template/tag-options.rules.ts";
import type { FormEntries, FormFile } from "./validation/form-validation.rules.ts";

/** The cleaned values posted for one field of a form. */
export interface PostedField {
  type: TagType;
  /** For mails and storage: after pipes, with free texts; names of files. Without empty values. */
  values: readonly string[];
  /** As shown to the sender: before pipes. */
  shown: readonly string[];
  /** Every value is one of the shopkeeper's choices; false if the sender could type a text. */
  isChosen: boolean;
}

/** By field name, in the order of the form. */
export type PostedFields = ReadonlyMap<string, PostedField>;

/** Prefix of the inputs of choices with a free text. */
const freeTextPrefix = "_wpcf7_free_text_";

/** Returns the values of a form's fields. Entries that belong to no field, such as hidden ones of scripts, are dropped. */
export function postedFields(tags: readonly FormTag[], entries: FormEntries): PostedFields {
  const posted = new Map<string, (string | FormFile)[]>();
  for (const [name, value] of entries) {
    const field = name.replace(/\[.*/s, "");
    const values = posted.get(field);
    if (values) values.push(value);
    else posted.set(field, [value]);
  }
  const fields = new Map<string, PostedField>();
  for (const tag of tags) {
    if (!tagKind(tag.type)?.mailed || fields.has(tag.name)) continue;
    const sameName = tags.filter(({ name }) => name === tag.name);
    fields.set(tag.name, fieldOf(tag, sameName, posted.get(tag.name) ?? [], freeTextOf(posted, tag.name)));
  }
  return fields;
}

function freeTextOf(posted: ReadonlyMap<string, readonly (string | FormFile)[]>, name: string): string {
  const text = posted.get(`${freeTextPrefix}${name}`)?.at(-1);
  return typeof text === "string" ? clean(text) : "";
}

function fieldOf(
  { type }: FormTag,
  tags: readonly FormTag[],
  posted: readonly (string | FormFile)[],
  freeText: string,
): PostedField {
  if (type === "file") {
    const names = posted.flatMap((file) => (typeof file === "string" || file.name === "" ? [] : [clean(file.name)]));
    return { type, values: names, shown: names, isChosen: false };
  }
  const texts = posted
    .flatMap((value) => (typeof value === "string" ? [clean(value)] : []))
    .filter((text) => text !== "");
  if (type === "acceptance") {
    const values = texts.slice(-1).flatMap((text) => (text === "0" ? [] : ["1"]));
    return { type, values, shown: values, isChosen: true };
  }
  const choices = tags.flatMap((tag) => tag.choices);
  const free = tags.find((tag) => hasOption(tag, "free_text"))?.choices.at(-1);
  const picked = (isSelectable({ type }) ? texts : texts.slice(-1)).map((shown): Choice => {
    const choice = choices.find((one) => one.shown === shown) ?? { shown, sent: shown };
    return choice === free ? { shown: joined(shown, freeText), sent: joined(choice.sent, freeText) } : choice;
  });
  return {
    type,
    values: picked.map(({ sent }) => sent).filter((text) => text !== ""),
    shown: picked.map(({ shown }) => shown),
    isChosen: picked.every((choice) => choices.includes(choice)),
  };
}

function joined(label: string, text: string): string {
  return text === "" ? label : `${label} ${text}`;
}

/** Removes white space around the text, NULs, and halves of surrogate pairs. */
function clean(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, "").trim();
}

/** Returns the names of the acceptances that are required and not given: not checked, or checked if inverted. */
export function missingAcceptances(tags: readonly FormTag[], fields: PostedFields): string[] {
  return tags
    .filter((tag) => tag.type === "acceptance" && !hasOption(tag, "optional") && !isAccepted(tag, fields))
    .map(({ name }) => name);
}

function isAccepted(tag: FormTag, fields: PostedFields): boolean {
  return isFilled(tag.name, fields) !== hasOption(tag, "invert");
}

function isFilled(name: string, fields: PostedFields): boolean {
  return (fields.get(name)?.values.length ?? 0) > 0;
}

/** Returns the text of an acceptance, as HTML; "" without. */
export function acceptanceText(tag: FormTag): string {
  return tag.content || (tag.choices[0]?.shown ?? "");
}

/** Returns what the sender consented to: the texts of checked acceptances, by field. */
export function consentsOf(tags: readonly FormTag[], fields: PostedFields): Map<string, string> {
  const checked = tags.filter((tag) => tag.type === "acceptance" && isFilled(tag.name, fields) && acceptanceText(tag));
  return new Map(checked.map((tag) => [tag.name, acceptanceText(tag)]));
}

/** Whether every field with `consent_for:storage` is filled in. */
export function isStorageAllowed(tags: readonly FormTag[], fields: PostedFields): boolean {
  return tags.every((tag) => optionValue(tag, "consent_for") !== "storage" || isFilled(tag.name, fields));
}

/** Returns a quiz's questions with their answers: "1+1=?" without own ones. */
export function quizQuestions(tag: FormTag): readonly Choice[] {
  return tag.choices.length > 0 ? tag.choices : [{ shown: "1+1=?", sent: "2" }];
}

/** Normalises the answer to a quiz: without entities, full-width forms, white space and capitals. */
export function quizAnswerKey(answer: string): string {
  return decodeHtml(answer).normalize("NFKC").replace(/\s/g, "").toLowerCase();
}
