import { contentTypeOf } from "#platform/storage/content-type.ts";
import { isStorageKey } from "#platform/storage/storage-key.ts";
import type { MailToSend, OutboxExtras } from "../../mail/mail-outbox.ts";
import type { Settings } from "../../settings/setting-definitions.ts";
import { timeZoneOf } from "../../settings/time-zone.rules.ts";
import type { OpenForm } from "../forms/open-form.ts";
import type { ContactMessage } from "../messages/message.ts";
import { type ComposedMail, composeMail } from "./form-mail.rules.ts";
import { type MailTagValues, specialMailTags } from "./mail-tags.rules.ts";

/** Largest total (bytes) of a mail's attachments; further files are only named in the mail. */
const maxAttachmentBytes = 25 * 1024 * 1024;

export interface MailContext {
  settings: Settings;
  /** Origin of the shop: "https://shop.example". */
  siteUrl: string;
  /** The page or post that contained the form. */
  container: { id: number; slug: string; title: string; author: string; url: string } | undefined;
}

/** One of a message's mails. */
export interface MessageMail extends ComposedMail {
  message: ContactMessage;
  /** 1: the mail, 2: the second one. */
  part: number;
}

/** Returns a message's mails: the mail and, if it is active, the second one. */
export function messageMails(message: ContactMessage, form: OpenForm, context: MailContext): MessageMail[] {
  const values = valuesOf(message, form, context);
  return [form.mail, form.mail2].flatMap((template, index) =>
    template.active ? [{ ...composeMail(template, values), message, part: index + 1 }] : [],
  );
}

/** Returns the mails as the outbox takes them. Those without a recipient are left out. */
export function outboxMails(mails: readonly MessageMail[], settings: Settings): MailToSend[] {
  return mails.flatMap((mail) => {
    const { message, part, to, subject, body } = mail;
    const [recipient] = to;
    if (!recipient) return [];
    return [
      {
        key: `contact:${message.id}:${part}`,
        recipient: recipient.address,
        replyTo: "",
        subject,
        html: "html" in body ? body.html : "",
        text: "text" in body ? body.text : "",
        extras: extrasOf(mail, message, settings),
        // Nothing of a message that is not kept stays in the outbox either.
        isLast: !message.isKept,
      },
    ];
  });
}

/**
 * The sender's address is always the shop's, which its mail server may use; a template's other sender becomes the address
 * for answers.
 */
function extrasOf(mail: ComposedMail, message: ContactMessage, settings: Settings): OutboxExtras {
  const { to, from, cc, bcc, headers } = mail;
  const isOther = from !== undefined && from.address.toLowerCase() !== settings.shop_email.toLowerCase();
  const replyTo = mail.replyTo.length > 0 ? mail.replyTo : isOther ? [from] : [];
  return {
    to,
    ...(from?.name && { fromName: from.name }),
    ...(replyTo.length > 0 && { replyTo }),
    ...(cc.length > 0 && { cc }),
    ...(bcc.length > 0 && { bcc }),
    ...(headers.length > 0 && { headers }),
    attachments: attachmentsOf(mail, message),
  };
}

function attachmentsOf(
  { attachments }: ComposedMail,
  { files }: ContactMessage,
): NonNullable<OutboxExtras["attachments"]> {
  let bytes = 0;
  const sent = files
    .filter(({ field, size }) => attachments.fields.includes(field) && (bytes += size) <= maxAttachmentBytes)
    .map(({ name, mediaType, key }) => ({ name, mediaType, key }));
  const ofShop = attachments.paths
    .map((path) => path.replace(/^\/+/, ""))
    .filter(isStorageKey)
    .map((key) => ({ name: key.split("/").at(-1) ?? key, mediaType: contentTypeOf(key), key, isDownload: true }));
  return [...sent, ...ofShop];
}

function valuesOf(message: ContactMessage, form: OpenForm, context: MailContext): MailTagValues {
  const locale = form.locale.replace("_", "-");
  return {
    tags: form.tags,
    fields: new Map(message.fields.map(({ name, ...field }) => [name, field])),
    specials: specialsOf(message, form, context, locale),
    locale,
    separator: ", ",
  };
}

function specialsOf(
  { meta, receivedAt, serialNumber }: ContactMessage,
  form: OpenForm,
  { settings, siteUrl, container }: MailContext,
  locale: string,
): Map<string, string> {
  const timeZone = timeZoneOf(settings);
  const known: Record<string, string> = {
    _date: receivedAt.toLocaleDateString(locale, { dateStyle: "long", timeZone }),
    _time: receivedAt.toLocaleTimeString(locale, { timeStyle: "short", timeZone }),
    _contact_form_title: form.title,
    _serial_number: String(serialNumber),
    _site_title: settings.shop_name,
    _site_description: settings.shop_tagline,
    _site_url: siteUrl,
    _site_domain: new URL(siteUrl).hostname,
    _site_admin_email: settings.shop_email,
    ...(container && {
      _post_id: String(container.id),
      _post_name: container.slug,
      _post_title: container.title,
      _post_url: container.url,
      _post_author: container.author,
    }),
    ...meta,
  };
  return new Map([...specialMailTags, ...Object.keys(known)].map((name) => [name, known[name] ?? ""]));
}
