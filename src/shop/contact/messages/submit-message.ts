import type { Database } from "#db/database.ts";
import { scanByClamd } from "#platform/clamd.ts";
import type { Signatures } from "#platform/signatures.ts";
import { contentTypeOf } from "#platform/storage/content-type.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import type { User } from "../../accounts/user.ts";
import type { Settings } from "../../settings/setting-definitions.ts";
import { timeZoneOf } from "../../settings/time-zone.rules.ts";
import { type SentForm, uncountedForm } from "../../spam/judge-form.ts";
import { isQuizAnswer, takeCaptcha } from "../challenges/challenges.ts";
import { extensionOf, isContentOf } from "../files/file-content.rules.ts";
import { discardUploads, type Upload } from "../files/receive-upload.ts";
import type { OpenForm } from "../forms/open-form.ts";
import { mailboxTemplates } from "../mail/form-mail.rules.ts";
import { mailTagsOf, replaceMailTags } from "../mail/mail-tags.rules.ts";
import {
  consentsOf,
  isStorageAllowed,
  missingAcceptances,
  type PostedFields,
  postedFields,
} from "../posted-fields.rules.ts";
import type { FormTag } from "../template/form-tag.rules.ts";
import { idOf } from "../template/tag-options.rules.ts";
import { messageOfStatus } from "../validation/form-messages.rules.ts";
import { fieldErrors, isEmail } from "../validation/form-validation.rules.ts";
import type { StoredFile } from "./message.ts";
import { storeMessage } from "./store-messages.ts";

/** A posted form with its origin. */
export interface Submission {
  form: OpenForm;
  entries: readonly (readonly [name: string, value: string | Upload])[];
  /** The form's place on its page: "wpcf7-f7-p2-o1". */
  unitTag: string;
  /** Id of the page or post that contains the form; 0: none. */
  containerId: number;
  /** Null: a guest. */
  user: User | null;
  ip: string;
  userAgent: string;
  /** Address of the page; "" if unknown. */
  url: string;
}

export interface InvalidField {
  field: string;
  message: string;
  /** Id of the control; null without. */
  controlId: string | null;
}

/** The answer to a submission. */
export interface Feedback {
  status: "error" | "validation_failed" | "acceptance_missing" | "spam" | "mail_sent" | "mail_failed";
  message: string;
  invalidFields: InvalidField[];
  /** 32 hexadecimal characters; "" for statuses that nothing was accepted in. */
  postedDataHash: string;
}

export interface MessageServices {
  db: Database;
  attachments: FileStorage;
  signatures: Signatures;
}

/**
 * Accepts a message: validation with files and puzzles, then acceptance, then spam; then message and mail job are stored
 * in one transaction. Files of a message that is not stored are deleted.
 */
export async function submitMessage(
  services: MessageServices,
  submission: Submission,
  settings: Settings,
  now: Date,
): Promise<Feedback> {
  let isStored = false;
  try {
    const judged = await judge(services, submission, settings, now);
    isStored = judged.isStored;
    return judged.feedback;
  } finally {
    if (!isStored) await discardUploads(services.attachments, submission.entries);
  }
}

interface Judged {
  feedback: Feedback;
  /** Whether the files belong to a stored message. */
  isStored: boolean;
}

async function judge(
  services: MessageServices,
  submission: Submission,
  settings: Settings,
  now: Date,
): Promise<Judged> {
  const { form, entries } = submission;
  const refuse = (status: Feedback["status"], invalidFields: InvalidField[] = []): Judged => ({
    feedback: feedbackOf(form, status, invalidFields),
    isStored: false,
  });
  if (form.settings.subscribersOnly && !submission.user) return refuse("error");
  const fields = postedFields(form.tags, entries);
  const errors = await findErrors(services, submission, fields, { settings, now });
  if (errors.length > 0) return refuse("validation_failed", errors);
  if (missingAcceptances(form.tags, fields).length > 0) return refuse("acceptance_missing");
  return store(services, submission, fields, { settings, now });
}

function feedbackOf(
  form: OpenForm,
  status: Feedback["status"],
  invalidFields: InvalidField[] = [],
  hash = "",
): Feedback {
  return { status, message: messageOfStatus(status, form.allMessages), invalidFields, postedDataHash: hash };
}

interface Circumstances {
  settings: Settings;
  now: Date;
}

/** Lists the fields with an error, in the form's order. */
async function findErrors(
  services: MessageServices,
  submission: Submission,
  fields: PostedFields,
  { settings, now }: Circumstances,
): Promise<InvalidField[]> {
  const { form, entries } = submission;
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: timeZoneOf(settings) }).format(now);
  const errors = fieldErrors(form.schema(today).rules, entries);
  const put = (name: string, error: string | undefined) => error && !errors.has(name) && errors.set(name, error);
  for (const [name, file] of uploadsOf(entries)) put(name, contentError(form, file));
  if (form.settings.acceptanceAsValidation)
    for (const name of missingAcceptances(form.tags, fields)) put(name, form.allMessages.accept_terms);
  for (const tag of form.tags) put(tag.name, await puzzleError(services, submission, tag, now));
  if (errors.size === 0 && settings.virus_scanner !== "")
    for (const [name, file] of uploadsOf(entries))
      put(name, await scanError(services, settings.virus_scanner, form, file));
  const names = [...new Set([...form.tags.map(({ name }) => name), ...errors.keys()])];
  return names.flatMap((field) => {
    const message = errors.get(field);
    const tag = form.tags.find(({ name }) => name === field);
    const id = tag && idOf(tag);
    return message === undefined ? [] : [{ field, message, controlId: id && !id.startsWith("wpcf7") ? id : null }];
  });
}

function uploadsOf(entries: Submission["entries"]): [field: string, file: Upload][] {
  return entries.flatMap(([name, value]) =>
    typeof value === "string" || value.key === undefined ? [] : [[name.replace(/\[.*/s, ""), value]],
  );
}

function contentError({ allMessages }: OpenForm, { name, head }: Upload): string | undefined {
  return isContentOf(extensionOf(name), head) ? undefined : allMessages.upload_file_type_invalid;
}

async function puzzleError(
  { db, signatures }: MessageServices,
  { form, entries }: Submission,
  { type, name }: FormTag,
  now: Date,
): Promise<string | undefined> {
  const read = textReader(entries);
  const field = { formId: form.id, name };
  if (type === "quiz") {
    const given = { answer: read(name), hash: read(`_wpcf7_quiz_answer_${name}`) };
    return isQuizAnswer(signatures, field, given, now) ? undefined : form.allMessages.quiz_answer_not_correct;
  }
  if (type !== "captchar") return undefined;
  const given = { answer: read(name), id: read(`_wpcf7_captcha_challenge_${name}`) };
  return (await takeCaptcha(db, signatures, field, given, now)) ? undefined : form.allMessages.captcha_not_match;
}

/** A file that cannot be scanned is refused, not stored unscanned. */
async function scanError(
  { attachments }: MessageServices,
  scanner: string,
  { allMessages }: OpenForm,
  { key = "" }: Upload,
): Promise<string | undefined> {
  const file = await attachments.get(key);
  if (!file) return allMessages.upload_failed;
  try {
    return (await scanByClamd(scanner, file.stream)) === undefined ? undefined : allMessages.upload_file_type_invalid;
  } catch {
    return allMessages.upload_failed;
  } finally {
    file.stream.destroy();
  }
}

function textReader(entries: Submission["entries"]): (name: string) => string {
  const texts = new Map(
    entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : [])),
  );
  return (name) => texts.get(name) ?? "";
}

async function store(
  { db, signatures }: MessageServices,
  submission: Submission,
  fields: PostedFields,
  { settings, now }: Circumstances,
): Promise<Judged> {
  const { form, entries, ip, unitTag } = submission;
  const { demoMode, skipMail, doNotStore } = form.settings;
  const hasMails = !demoMode && !skipMail && form.mail.active;
  const isKept = !demoMode && !doNotStore && isStorageAllowed(form.tags, fields);
  const files = isKept || hasMails ? filesOf(entries) : [];
  const { isSpam } = await storeMessage(db, {
    formId: form.id,
    formTitle: form.title,
    fields: [...fields].map(([name, field]) => ({ name, ...field })),
    files,
    ...headOf(form, fields),
    consent: Object.fromEntries(consentsOf(form.tags, fields)),
    meta: metaOf(submission),
    userId: submission.user?.id ?? null,
    hasMails,
    isKept,
    receivedAt: now,
    ...(await uncountedForm(sentForm(submission, fields), settings, now)),
  });
  const isStored = files.length > 0 && (isKept || !isSpam);
  if (isSpam) return { feedback: feedbackOf(form, "spam"), isStored };
  const tick = Math.floor(now.getTime() / 1_800_000);
  const hash = signatures.sign("message", tick, ip, unitTag, JSON.stringify([...fields])).slice(0, 32);
  const status = hasMails && !hasRecipient(form) ? "mail_failed" : "mail_sent";
  return { feedback: feedbackOf(form, status, [], hash), isStored };
}

/** Returns what the spam score judges: texts that the sender typed, without addresses of their own. */
function sentForm({ form, entries, ip, userAgent }: Submission, fields: PostedFields): SentForm {
  const typed = [...fields.values()].filter(({ type, isChosen }) => type !== "file" && !isChosen);
  const textsOf = (isWebsite: boolean) =>
    typed.filter(({ type }) => (type === "url") === isWebsite).flatMap(({ shown }) => shown);
  return {
    kind: `contact ${form.id}`,
    texts: textsOf(false),
    websites: textsOf(true),
    read: textReader(entries),
    ip,
    userAgent,
    hasPuzzle: true,
  };
}

function filesOf(entries: Submission["entries"]): StoredFile[] {
  return uploadsOf(entries).flatMap(([field, { name, size, key }], position) =>
    key === undefined ? [] : [{ position, field, name, mediaType: contentTypeOf(name), size, key }],
  );
}

/** Whether the mail can have a recipient: an address, or a mail-tag that may become one. */
function hasRecipient({ mail }: OpenForm): boolean {
  return mailboxTemplates(mail.recipient).some(({ address }) => isEmail(address) || mailTagsOf(address).length > 0);
}

/** Returns subject and sender as lists of messages show them. */
function headOf(form: OpenForm, fields: PostedFields): { subject: string; fromName: string; fromEmail: string } {
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
function metaOf({ ip, userAgent, url, unitTag, containerId, user }: Submission): Record<string, string> {
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
