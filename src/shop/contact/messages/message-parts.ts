import type { Signatures } from "#platform/signatures.ts";
import { contentTypeOf } from "#platform/storage/content-type.ts";
import { isCorrection, refusedField } from "../../spam/correction.ts";
import type { SentForm } from "../../spam/judge-form.ts";
import type { OpenForm } from "../forms/open-form.ts";
import { mailTagsOf, replaceMailTags } from "../mail/mail-tags.rules.ts";
import type { PostedFields } from "../posted-fields.rules.ts";
import { isEmail } from "../validation/form-validation.rules.ts";
import type { StoredFile } from "./message.ts";
import { type Submission, textReader, uploadsOf } from "./submission.ts";

/** Returns what the spam score judges: texts that the sender typed, without addresses of their own. */
export function sentForm(
  signatures: Signatures,
  { form, entries, ip, userAgent }: Submission,
  fields: PostedFields,
  now: Date,
): SentForm {
  const read = textReader(entries);
  const typed = [...fields.values()].filter(({ type, isChosen }) => type !== "file" && !isChosen);
  const textsOf = (isWebsite: boolean) =>
    typed.filter(({ type }) => (type === "url") === isWebsite).flatMap(({ shown }) => shown);
  const kind = `contact ${form.id}`;
  return {
    kind,
    texts: textsOf(false),
    websites: textsOf(true),
    read,
    ip,
    userAgent,
    isCorrection: isCorrection(signatures, kind, read(refusedField), now),
  };
}

/** Returns the files of a message as they are stored. */
export function filesOf(entries: Submission["entries"]): StoredFile[] {
  return uploadsOf(entries).flatMap(([field, { name, size, key }], position) =>
    key === undefined ? [] : [{ position, field, name, mediaType: contentTypeOf(name), size, key }],
  );
}

/** Returns subject and sender as lists of messages show them. */
export function headOf(form: OpenForm, fields: PostedFields): { subject: string; fromName: string; fromEmail: string } {
  const { storedSubject, storedName, storedEmail } = form.settings;
  const values = { tags: form.tags, fields, specials: new Map<string, string>(), locale: "en", separator: ", " };
  const filled = (template: string) => {
    const text = replaceMailTags(template, values).trim();
    return text === template && mailTagsOf(template).length > 0 ? "" : text.slice(0, 300);
  };
  const email = filled(storedEmail ?? "[your-email]");
  return {
    subject: filled(storedSubject ?? "[your-subject]"),
    fromName: filled(storedName ?? "[your-name]"),
    fromEmail: isEmail(email) ? email : "",
  };
}

/** Returns the special mail-tags that only the request knows. */
export function metaOf({ ip, userAgent, url, unitTag, containerId, user }: Submission): Record<string, string> {
  return {
    _remote_ip: ip,
    _user_agent: userAgent.slice(0, 500),
    _url: url.slice(0, 2000),
    _unit_tag: unitTag,
    ...(containerId > 0 && { _post_id: String(containerId) }),
    ...(user && {
      _user_login: user.email,
      _user_email: user.email,
      _user_first_name: user.firstName,
      _user_last_name: user.lastName,
      _user_display_name: `${user.firstName} ${user.lastName}`.trim(),
      _user_nickname: user.firstName,
    }),
  };
}
