import { escapeHtml, textOfHtml } from "../html-text.rules.ts";
import { acceptanceText, type PostedFields } from "../posted-fields.rules.ts";
import type { FormTag } from "../template/form-tag.rules.ts";
import { formatDateText } from "./php-date.rules.ts";

/** Values of a message's mail-tags. */
export interface MailTagValues {
  tags: readonly FormTag[];
  fields: PostedFields;
  /** Values of special mail-tags by name with underscore: "_date", "_site_title". */
  specials: ReadonlyMap<string, string>;
  /** Language tag for the names of months and days: "en-US". */
  locale: string;
  /** Between the values of a field; ", " in headers. */
  separator: string;
}

/** A mail-tag in a template: `[your-name]`, `[_raw_colour]`, `[_format_day "j F Y"]`. */
export interface MailTag {
  /** Name of a field with dots replaced by underscores, or of a special mail-tag. */
  name: string;
  kind: "field" | "raw" | "format" | "special";
  /** Of `_format_…`. */
  format: string;
  /** Offset in the template. */
  at: number;
}

/** Names of the special mail-tags. Those of the signed-in sender are empty for others. */
export const specialMailTags: readonly string[] = [
  ..."remote_ip user_agent url date time invalid_fields contact_form_title serial_number".split(" "),
  ..."post_id post_name post_title post_url post_author post_author_email".split(" "),
  ..."site_title site_description site_url site_domain site_admin_email".split(" "),
  ..."user_login user_email user_url user_display_name user_first_name user_last_name user_nickname".split(" "),
].map((name) => `_${name}`);

const pattern = /(\[?)\[[\t ]*([a-zA-Z_][\w:.-]*)((?:[\t ]+(?:"[^"\n]*"|'[^'\n]*'))*)[\t ]*\](\]?)/g;

/** Lists a template's mail-tags, without those in double brackets. */
export function mailTagsOf(template: string): MailTag[] {
  const found: MailTag[] = [];
  replaceEach(template, (tag) => {
    found.push(tag);
    return undefined;
  });
  return found;
}

/** Replaces mail-tags by their values; tags without one, and text in double brackets, stay as typed. */
export function replaceMailTags(template: string, values: MailTagValues, { html = false } = {}): string {
  return replaceEach(template, (tag) => {
    const value = mailTagValue(tag, values);
    return value !== undefined && html ? escapeHtml(value) : value;
  });
}

/** Removes the lines whose mail-tags are all blank; lines without mail-tags stay. */
export function withoutBlankLines(template: string, values: MailTagValues): string {
  return template
    .split("\n")
    .filter((line) => {
      const tags = mailTagsOf(line);
      return tags.length === 0 || tags.some((tag) => mailTagValue(tag, values)?.trim() !== "");
    })
    .join("\n");
}

/** Returns the text that a mail-tag stands for; undefined if the form has no such field. */
function mailTagValue({ name, kind, format }: MailTag, values: MailTagValues): string | undefined {
  if (kind === "special") return values.specials.get(name);
  const field = values.fields.get(name);
  if (!field) return undefined;
  if (field.type === "acceptance") return acceptanceResult(name, field.values.length > 0, values.tags);
  const texts = kind === "raw" ? field.shown : field.values;
  const { locale, separator } = values;
  return texts
    .map((text) => (kind === "format" && format ? formatDateText(text, format, locale) : text))
    .join(separator);
}

function acceptanceResult(name: string, isChecked: boolean, tags: readonly FormTag[]): string {
  const tag = tags.find((one) => one.name === name);
  const text = tag ? textOfHtml(acceptanceText(tag)).replace(/\s+/g, " ").trim() : "";
  return `${isChecked ? "Consented" : "Not consented"}: ${text}`;
}

/** Replaces each mail-tag by what the function returns; undefined keeps it. */
function replaceEach(template: string, replacement: (tag: MailTag) => string | undefined): string {
  return template.replace(
    pattern,
    (whole: string, open: string, name: string, quoted: string, close: string, at: number) => {
      if (open && close) return whole.slice(1, -1);
      const replaced = replacement({ ...kindOf(name), format: formatOf(quoted), at: at + open.length });
      return replaced === undefined ? whole : open + replaced + close;
    },
  );
}

function kindOf(written: string): Pick<MailTag, "name" | "kind"> {
  const name = written.replaceAll(".", "_");
  for (const kind of ["raw", "format"] as const) {
    const prefix = `_${kind}_`;
    if (name.startsWith(prefix)) return { kind, name: name.slice(prefix.length) };
  }
  return { kind: name.startsWith("_") ? "special" : "field", name };
}

function formatOf(quoted: string): string {
  const [, double, single] = /^\s*(?:"([^"]*)"|'([^']*)')/.exec(quoted) ?? [];
  return double ?? single ?? "";
}
