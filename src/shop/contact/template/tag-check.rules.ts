import { isNumber } from "../validation/form-validation.rules.ts";
import { dataList } from "./data-lists.rules.ts";
import { type FormTag, isSelectable } from "./form-tag.rules.ts";
import { dateOfExpression } from "./relative-date.rules.ts";
import { acceptEntry, hasOption, isFileLimit, lengthsOf, optionValues } from "./tag-options.rules.ts";

interface TagFault {
  code: string;
  line: number;
  column: number;
  message: string;
}

/** Lists options of a tag that have no effect or make the field impossible to fill in. */
export function checkOptions(tag: FormTag): TagFault[] {
  return messagesFor(tag).map(([code, message]) => ({
    code,
    line: tag.line,
    column: tag.column,
    message: `[${tag.type} ${tag.name}]: ${message}`,
  }));
}

function messagesFor(tag: FormTag): [code: string, message: string][] {
  return [...defaultOptions(tag), ...ownOptions(tag)];
}

/** Sources of first values that exist elsewhere: pages of the shop do not answer foreign posts and have no custom fields. */
function defaultOptions(tag: FormTag): [string, string][] {
  return ["post", "post_meta"]
    .filter((source) => hasOption(tag, `default:${source}`))
    .map((source): [string, string] => ["default_unknown", `default:${source} has no effect in this shop.`]);
}

function choiceOptions(tag: FormTag): [string, string][] {
  const lists = optionValues(tag, "data");
  if (tag.type !== "select" && tag.choices.length === 0 && lists.length === 0)
    return [["choices_missing", "quoted values to choose from are missing."]];
  return lists
    .filter((name) => dataList(name, "en") === undefined)
    .map((name): [string, string] => [
      "data_unknown",
      `there is no list data:${name}; the lists are countries and, for example, states.PK.`,
    ]);
}

function ownOptions(tag: FormTag): [string, string][] {
  if (isSelectable(tag)) return choiceOptions(tag);
  if (tag.type === "date") return bounds(tag, (text) => dateOfExpression(text, "2000-01-01") !== undefined, "date");
  if (tag.type === "number" || tag.type === "range") return bounds(tag, isNumber, "number");
  if (tag.type === "file") return fileOptions(tag);
  if (lengthsOf(tag).maximum === undefined)
    return [["lengths_contradictory", "minlength is larger than maxlength; neither has an effect."]];
  return [];
}

function bounds(tag: FormTag, isBound: (text: string) => boolean, what: string): [string, string][] {
  return ["min", "max"].flatMap((name) =>
    optionValues(tag, name)
      .filter((text) => !isBound(text))
      .map((text): [string, string] => ["bound_invalid", `${name}:${text} is no ${what}.`]),
  );
}

function fileOptions(tag: FormTag): [string, string][] {
  const limits = optionValues(tag, "limit").filter((limit) => !isFileLimit(limit));
  const types = optionValues(tag, "filetypes").flatMap((list) => list.split("|"));
  return [
    ...limits.map((limit): [string, string] => ["limit_invalid", `limit:${limit} is no size such as 500kb or 2mb.`]),
    ...types
      .filter((type) => acceptEntry(type) === undefined)
      .map((type): [string, string] => ["file_type_invalid", `"${type}" is no file extension or MIME type.`]),
  ];
}
