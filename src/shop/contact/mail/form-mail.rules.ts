import { escapeHtml } from "../html-text.rules.ts";
import { isSelectable } from "../template/form-tag.rules.ts";
import { paragraphs } from "../template/paragraphs.rules.ts";
import { isEmail } from "../validation/form-validation.rules.ts";
import { type MailTag, type MailTagValues, mailTagsOf, replaceMailTags, withoutBlankLines } from "./mail-tags.rules.ts";

/** A form's mail, with mail-tags in all texts. */
export interface MailTemplate {
  active: boolean;
  recipient: string;
  sender: string;
  subject: string;
  /** One header in each line. */
  additionalHeaders: string;
  body: string;
  /** In each line one `[file-field]`, or the path of a file in the storage of downloads: "terms/2026.pdf". */
  attachments: string;
  useHtml: boolean;
  excludeBlank: boolean;
}

export interface Mailbox {
  /** "" without. */
  name: string;
  address: string;
}

/** A mail to send. No text contains line breaks except the body, and addresses are checked one by one. */
export interface ComposedMail {
  to: Mailbox[];
  from: Mailbox | undefined;
  replyTo: Mailbox[];
  cc: Mailbox[];
  bcc: Mailbox[];
  subject: string;
  headers: { name: string; value: string }[];
  body: { html: string } | { text: string };
  attachments: { fields: string[]; paths: string[] };
  /** Those of `to`, `cc` and `bcc` that the sender typed, so that anybody may be named. */
  typedRecipients: string[];
}

/** Names of headers that the mailer writes; templates cannot set them. */
const ownHeaders =
  /^(from|to|subject|date|sender|message-id|mime-version|return-path|received|dkim-signature|content-.*)$/i;

/** Composes a mail. Addresses that are none after replacement are left out; `to` may be empty. */
export function composeMail(template: MailTemplate, values: MailTagValues): ComposedMail {
  const inHeaders = { ...values, separator: ", " };
  const headers = linesOf(template.additionalHeaders).flatMap((line) => headerOf(line) ?? []);
  const boxes = (wanted: string) =>
    headers.filter(({ name }) => name.toLowerCase() === wanted).flatMap(({ value }) => mailboxes(value, inHeaders));
  const recipients = [
    template.recipient,
    ...headers.filter(({ name }) => /^b?cc$/i.test(name)).map(({ value }) => value),
  ];
  return {
    to: mailboxes(template.recipient, inHeaders),
    from: mailboxes(template.sender, inHeaders)[0],
    replyTo: boxes("reply-to"),
    cc: boxes("cc"),
    bcc: boxes("bcc"),
    subject: oneLine(replaceMailTags(template.subject, inHeaders)),
    headers: headers
      .filter(({ name }) => !/^(reply-to|cc|bcc)$/i.test(name) && !ownHeaders.test(name))
      .map(({ name, value }) => ({ name, value: oneLine(replaceMailTags(value, inHeaders)) })),
    body: bodyOf(template, values),
    attachments: attachmentsOf(template),
    typedRecipients: recipients.flatMap((list) => typedAddresses(list, inHeaders)),
  };
}

/** Splits a header line; undefined without a colon or with an invalid name. */
export function headerOf(line: string): { name: string; value: string } | undefined {
  const [, name, value = ""] = /^([!-9;-~]+)[ \t]*:(.*)$/.exec(line) ?? [];
  return name === undefined ? undefined : { name, value: value.trim() };
}

/** Whether the mailer writes the header itself, so that templates cannot. */
export function isOwnHeader(name: string): boolean {
  return ownHeaders.test(name);
}

/** Returns a text's lines without surrounding white space and empty ones. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function bodyOf({ body, useHtml, excludeBlank, subject }: MailTemplate, values: MailTagValues): ComposedMail["body"] {
  const template = body.replaceAll(/\r\n?/g, "\n");
  const lines = excludeBlank ? withoutBlankLines(template, values) : template;
  const replaced = replaceMailTags(lines, values, { html: useHtml });
  if (!useHtml) return { text: replaced };
  if (/<html[\s>]/i.test(lines)) return { html: replaced };
  const title = escapeHtml(oneLine(replaceMailTags(subject, values)));
  const language = escapeHtml(values.locale);
  return {
    html: `<!doctype html>\n<html lang="${language}">\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n</head>\n<body>\n${paragraphs(replaced)}\n</body>\n</html>\n`,
  };
}

function attachmentsOf({ attachments }: MailTemplate): ComposedMail["attachments"] {
  const lines = linesOf(attachments);
  return {
    fields: lines.flatMap((line) => mailTagsOf(line).map(({ name }) => name)),
    paths: lines.filter((line) => mailTagsOf(line).length === 0),
  };
}

/** One mailbox of a template: `"Name" <address>` or an address, each with mail-tags. */
export interface MailboxTemplate {
  name: string;
  address: string;
}

/** Splits a list of mailboxes at its commas, before mail-tags are replaced. */
export function mailboxTemplates(list: string): MailboxTemplate[] {
  const parts = oneLine(list).match(/(?:"[^"]*"|\[[^\]]*\]|<[^>]*>|[^,])+/g) ?? [];
  return parts
    .map((part) => {
      const [, name = "", address = part] = /^([^<]*)<([^<>]*)>\s*$/.exec(part) ?? [];
      return { name: name.trim().replace(/^"(.*)"$/, "$1"), address: address.trim() };
    })
    .filter(({ address }) => address !== "");
}

function mailboxes(list: string, values: MailTagValues): Mailbox[] {
  return mailboxTemplates(list).flatMap(({ name, address }) => {
    const replacedName = oneLine(replaceMailTags(name, values));
    return addresses(address, values).map((one) => ({ name: replacedName, address: one }));
  });
}

/** Returns the addresses that come from a field in which the sender could type anything. */
function typedAddresses(list: string, values: MailTagValues): string[] {
  const isTyped = ({ kind, name }: MailTag) => kind !== "special" && values.fields.get(name)?.isChosen === false;
  return mailboxTemplates(list)
    .filter(({ address }) => mailTagsOf(address).some(isTyped))
    .flatMap(({ address }) => addresses(address, values));
}

/**
 * Returns the addresses of one place. The shopkeeper's own choices can contain several ("sales@a.test, b@a.test"); what is
 * not offered as a choice is no address.
 */
function addresses(template: string, values: MailTagValues): string[] {
  const replaced = replaceMailTags(template, values).trim();
  const [tag, ...others] = mailTagsOf(template);
  const isWhole = others.length === 0 && /^\[[^[\]]*\]$/.test(template);
  const field = isWhole && tag?.kind === "field" ? values.fields.get(tag.name) : undefined;
  if (!field || !isSelectable(field)) return [replaced].filter(isEmail);
  return field.isChosen
    ? replaced
        .split(",")
        .map((one) => one.trim())
        .filter(isEmail)
    : [];
}

/** Replaces line breaks and other control characters by spaces. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
