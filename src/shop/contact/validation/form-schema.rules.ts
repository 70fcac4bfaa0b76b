import type { FormTag, TagType } from "../template/form-tag.rules.ts";
import {
  acceptedFiles,
  dateBounds,
  fileLimit,
  hasOption,
  lengthsOf,
  numberBounds,
} from "../template/tag-options.rules.ts";
import { type FormMessageKey, type FormMessages, fixedMessages } from "./form-messages.rules.ts";
import type { FormRule } from "./form-validation.rules.ts";

/** The body of `GET …/feedback/schema`. */
export interface FormSchema {
  version: "Contact Form 7 SWV Schema 2024-10";
  locale: string;
  rules: FormRule[];
}

interface Circumstances {
  messages: FormMessages;
  /** Such as "en_US". */
  locale: string;
  /** YYYY-MM-DD in the shop's time zone; relative date bounds depend on it. */
  today: string;
}

/** Derives the validation rules from a form's tags, in the field's order: by type, then by tag, then by rule. */
export function schemaOf(tags: readonly FormTag[], { messages, locale, today }: Circumstances): FormSchema {
  const of = (...types: TagType[]) => tags.filter(({ type }) => types.includes(type));
  const rules = [
    ...of("checkbox", "radio").flatMap((tag) => choiceRules(tag, messages)),
    ...of("date").flatMap((tag) => dateRules(tag, messages, today)),
    ...of("file").flatMap((tag) => fileRules(tag, messages)),
    ...of("number", "range").flatMap((tag) => numberRules(tag, messages)),
    ...of("select").flatMap((tag) => requiredRule(tag, messages)),
    ...of("text", "email", "url", "tel").flatMap((tag) => textRules(tag, messages)),
    ...of("textarea").flatMap((tag) => textRules(tag, messages)),
    ...enumRules(of("checkbox", "radio")),
    ...enumRules(of("select")),
  ];
  return { version: "Contact Form 7 SWV Schema 2024-10", locale, rules };
}

function requiredRule(tag: FormTag, messages: FormMessages): FormRule[] {
  return tag.required ? [{ rule: "required", field: tag.name, error: messages.invalid_required }] : [];
}

function choiceRules(tag: FormTag, messages: FormMessages): FormRule[] {
  const isRadio = tag.type === "radio";
  const one: FormRule = { rule: "maxitems", field: tag.name, threshold: 1, error: fixedMessages.tooManyItems };
  return [
    ...requiredRule({ ...tag, required: isRadio || tag.required }, messages),
    ...(isRadio || hasOption(tag, "exclusive") ? [one] : []),
  ];
}

function dateRules(tag: FormTag, messages: FormMessages, today: string): FormRule[] {
  const { minimum, maximum } = dateBounds(tag, today);
  return [
    ...requiredRule(tag, messages),
    { rule: "date", field: tag.name, error: messages.invalid_date },
    ...boundRule(tag, "mindate", minimum, messages.date_too_early),
    ...boundRule(tag, "maxdate", maximum, messages.date_too_late),
  ];
}

function fileRules(tag: FormTag, messages: FormMessages): FormRule[] {
  const { name: field } = tag;
  return [
    ...requiredRule(tag, messages).map((rule) => ({ ...rule, rule: "requiredfile" })),
    { rule: "file", field, accept: acceptedFiles(tag), error: messages.upload_file_type_invalid },
    ...boundRule(tag, "maxfilesize", fileLimit(tag), messages.upload_file_too_large),
  ];
}

function numberRules(tag: FormTag, messages: FormMessages): FormRule[] {
  const { minimum, maximum } = numberBounds(tag);
  return [
    ...requiredRule(tag, messages),
    { rule: "number", field: tag.name, error: messages.invalid_number },
    ...boundRule(tag, "minnumber", minimum, messages.number_too_small),
    ...boundRule(tag, "maxnumber", maximum, messages.number_too_large),
  ];
}

function textRules(tag: FormTag, messages: FormMessages): FormRule[] {
  const { minimum, maximum } = lengthsOf(tag);
  const formats: Partial<Record<TagType, FormMessageKey>> = {
    email: "invalid_email",
    url: "invalid_url",
    tel: "invalid_tel",
  };
  const format = formats[tag.type];
  return [
    ...requiredRule(tag, messages),
    ...(format ? [{ rule: tag.type, field: tag.name, error: messages[format] }] : []),
    ...boundRule(tag, "minlength", minimum, messages.invalid_too_short),
    ...boundRule(tag, "maxlength", maximum, messages.invalid_too_long),
  ];
}

function boundRule(tag: FormTag, rule: string, threshold: string | number | undefined, error: string): FormRule[] {
  return threshold === undefined ? [] : [{ rule, field: tag.name, threshold, error }];
}

/** One rule for each field name; fields with a free text accept anything. */
function enumRules(tags: readonly FormTag[]): FormRule[] {
  const free = new Set(tags.filter((tag) => hasOption(tag, "free_text")).map(({ name }) => name));
  const fields = [...new Set(tags.map(({ name }) => name))].filter((name) => !free.has(name));
  return fields.map((field) => ({
    rule: "enum",
    field,
    accept: [...new Set(tags.filter(({ name }) => name === field).flatMap(postableValues))],
    error: fixedMessages.undefinedValue,
  }));
}

/** Returns the values that the field can post, except an empty one. */
function postableValues(tag: FormTag): string[] {
  const { choices } = tag;
  const isLabel = tag.type === "select" && hasOption(tag, "first_as_label");
  return choices
    .slice(isLabel ? 1 : 0)
    .map(({ shown }) => shown)
    .filter((value) => value !== "");
}
