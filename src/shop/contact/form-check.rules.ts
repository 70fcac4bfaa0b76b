import { settingLine, settingNames } from "./form-settings.rules.ts";
import { headerOf, isOwnHeader, linesOf, type MailTemplate, mailboxTemplates } from "./mail/form-mail.rules.ts";
import { mailTagsOf, specialMailTags } from "./mail/mail-tags.rules.ts";
import { type FormTag, isSelectable, tagKind } from "./template/form-tag.rules.ts";
import { parseTemplate } from "./template/form-template.rules.ts";
import { checkOptions } from "./template/tag-check.rules.ts";
import { isEmail } from "./validation/form-validation.rules.ts";

/** The texts of a form, as the shopkeeper writes them. */
export interface FormTexts {
  template: string;
  mail: MailTemplate;
  mail2: MailTemplate;
  additionalSettings: string;
}

/** A mistake in one of a form's texts. */
export interface FormFault {
  /** "template", "mail.recipient", "mail2.body", "additionalSettings". */
  place: string;
  code: string;
  /** Position in the text, from 1. */
  line: number;
  column: number;
  /** One sentence for the shopkeeper. */
  message: string;
}

/** Lists what is wrong with a form, in the order of its texts. Inactive mails are not checked. */
export function checkForm({ template, mail, mail2, additionalSettings }: FormTexts): FormFault[] {
  const { tags, faults } = parseTemplate(template);
  const inTemplate = [...faults, ...checkNames(tags), ...tags.flatMap(checkOptions)];
  return [
    ...inTemplate
      .toSorted((a, b) => a.line - b.line || a.column - b.column)
      .map((fault) => ({ place: "template", ...fault })),
    ...(mail.active ? checkMail("mail", mail, tags) : []),
    ...(mail2.active ? checkMail("mail2", mail2, tags) : []),
    ...checkSettings(additionalSettings),
  ];
}

/** Tags that name another tag's field instead of having one. */
const targets: ReadonlySet<string> = new Set(["count", "reflection", "output"]);

function checkNames(tags: readonly FormTag[]): Omit<FormFault, "place">[] {
  const first = new Map<string, FormTag>();
  const faults: Omit<FormFault, "place">[] = [];
  for (const tag of tags.filter(({ type, name }) => name !== "" && !targets.has(type))) {
    const earlier = first.get(tag.name);
    if (!earlier) first.set(tag.name, tag);
    else if (!canShareName(earlier, tag)) {
      const message = `The name ${tag.name} is already used by [${earlier.type}] in line ${earlier.line}.`;
      faults.push({ code: "name_repeated", line: tag.line, column: tag.column, message });
    }
  }
  for (const { type, name, line, column } of tags.filter((tag) => targets.has(tag.type) && !first.has(tag.name)))
    faults.push({ code: "field_unknown", line, column, message: `[${type} ${name}]: the form has no field ${name}.` });
  return faults;
}

/** Checkboxes of one name are one field; a captcha's picture and its answer have the same name. */
function canShareName(a: FormTag, b: FormTag): boolean {
  const isCaptcha = a.type.startsWith("captcha") && b.type.startsWith("captcha");
  return a.type === b.type ? a.type === "checkbox" || a.type === "radio" : isCaptcha;
}

function checkMail(which: "mail" | "mail2", mail: MailTemplate, tags: readonly FormTag[]): FormFault[] {
  const { recipient, sender, subject, additionalHeaders, body, attachments } = mail;
  const texts = { recipient, sender, subject, additionalHeaders, body, attachments };
  return Object.entries(texts).flatMap(([part, text]) => [
    ...checkMailTags(`${which}.${part}`, text, tags),
    ...(part === "recipient" || part === "sender" ? checkMailboxes(`${which}.${part}`, text, tags) : []),
    ...(part === "additionalHeaders" ? checkHeaders(`${which}.${part}`, text, tags) : []),
  ]);
}

function checkMailTags(place: string, text: string, tags: readonly FormTag[]): FormFault[] {
  const mailed = new Set(tags.filter(({ type }) => tagKind(type)?.mailed).map(({ name }) => name));
  return mailTagsOf(text)
    .filter(({ kind, name }) => (kind === "special" ? !isSpecial(name) : !mailed.has(name)))
    .map(({ kind, name, at }) => ({
      place,
      code: "mail_tag_unknown",
      ...positionOf(text, at),
      message:
        kind === "special" ? `There is no special mail-tag [${name}].` : `The form has no field ${name} for mails.`,
    }));
}

function isSpecial(name: string): boolean {
  return specialMailTags.includes(name) || name.startsWith("_user_");
}

function checkHeaders(place: string, text: string, tags: readonly FormTag[]): FormFault[] {
  return linesOf(text).flatMap((line) => {
    const position = positionOf(text, text.indexOf(line));
    const header = headerOf(line);
    if (!header)
      return [
        {
          place,
          code: "header_invalid",
          ...position,
          message: 'A header is a line such as "Reply-To: [your-email]", with a colon.',
        },
      ];
    const { name, value } = header;
    if (isOwnHeader(name))
      return [
        { place, code: "header_not_allowed", ...position, message: `The header ${name} is written by the shop.` },
      ];
    if (!/^(reply-to|cc|bcc)$/i.test(name)) return [];
    return checkMailboxes(place, value, tags).map((fault) => ({ ...fault, ...position }));
  });
}

function checkMailboxes(place: string, text: string, tags: readonly FormTag[]): FormFault[] {
  const boxes = mailboxTemplates(text);
  if (boxes.length === 0)
    return [{ place, code: "address_missing", line: 1, column: 1, message: "An email address is missing." }];
  return boxes
    .filter(({ address }) => !canBeAddress(address, tags))
    .map(({ address }) => ({
      place,
      code: "address_invalid",
      ...positionOf(text, Math.max(0, text.indexOf(address))),
      message: `${address} is no email address and no mail-tag of one.`,
    }));
}

/** Whether an address with mail-tags can become an address: of an email field, choices with addresses, or special mail-tags. */
function canBeAddress(address: string, tags: readonly FormTag[]): boolean {
  const found = mailTagsOf(address);
  const [mailTag] = found;
  if (!mailTag) return isEmail(address);
  if (found.every(({ kind }) => kind === "special")) return address.endsWith("email]") || address.includes("@");
  const tag = tags.find(({ name }) => name === mailTag.name);
  if (found.length > 1 || !/^\[[^[\]]*\]$/.test(address)) return false;
  // A missing field is another fault.
  if (!tag || tag.type === "email" || tag.type === "hidden") return true;
  const sent = tag.choices.map((choice) => choice.sent).filter((text) => text !== "");
  return (
    isSelectable(tag) && sent.length > 0 && sent.every((text) => text.split(",").every((one) => isEmail(one.trim())))
  );
}

function checkSettings(text: string): FormFault[] {
  return linesOf(text)
    .filter((line) => !Object.hasOwn(settingNames, settingLine(line)?.name ?? ""))
    .map((line) => ({
      place: "additionalSettings",
      code: "setting_unknown",
      ...positionOf(text, text.indexOf(line)),
      message: `"${line.slice(0, 60)}" is no setting. The settings are: ${Object.keys(settingNames).join(", ")}.`,
    }));
}

function positionOf(text: string, at: number): { line: number; column: number } {
  const lines = text.slice(0, at).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
