import type { Settings } from "../../settings/setting-definitions.ts";
import { type UncountedForm, uncountedForm } from "../../spam/judge-form.ts";
import { puzzleWidgetOf } from "../../spam/puzzle-widget.rules.ts";
import { discardUploads } from "../files/receive-upload.ts";
import type { OpenForm } from "../forms/open-form.ts";
import { mailboxTemplates } from "../mail/form-mail.rules.ts";
import { mailTagsOf } from "../mail/mail-tags.rules.ts";
import {
  consentsOf,
  isStorageAllowed,
  missingAcceptances,
  type PostedFields,
  postedFields,
} from "../posted-fields.rules.ts";
import { messageOfStatus } from "../validation/form-messages.rules.ts";
import { isEmail } from "../validation/form-validation.rules.ts";
import { findFaults, type InvalidField, type MessageServices } from "./field-faults.ts";
import { filesOf, headOf, metaOf, sentForm } from "./message-parts.ts";
import { keepsFiles, storeMessage } from "./store-messages.ts";
import type { Submission } from "./submission.ts";

/** The answer to a submission. */
export interface Feedback {
  status: "error" | "validation_failed" | "acceptance_missing" | "spam" | "mail_sent" | "mail_failed";
  message: string;
  invalidFields: InvalidField[];
  /** 32 hexadecimal characters; "" for statuses that nothing was accepted in. */
  postedDataHash: string;
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
  const { attachments } = services;
  const checked = await check(services, submission, settings, now).catch(async (error: unknown) => {
    await discardUploads(attachments, submission.entries);
    throw error;
  });
  // If the database is lost while storing, the message may be stored: its files stay until they are found unused.
  const answer = "refusal" in checked ? checked.refusal : await store(services, submission, checked, now);
  if (!answer.hasFiles) await discardUploads(attachments, submission.entries);
  return answer.feedback;
}

interface Answer {
  feedback: Feedback;
  /** Whether the files belong to a stored message. */
  hasFiles: boolean;
}

interface Checked {
  fields: PostedFields;
  uncounted: UncountedForm;
}

async function check(
  services: MessageServices,
  submission: Submission,
  settings: Settings,
  now: Date,
): Promise<Checked | { refusal: Answer }> {
  const { form, entries } = submission;
  const refuse = (status: Feedback["status"], invalidFields: InvalidField[] = []) => ({
    refusal: { feedback: feedbackOf(form, status, invalidFields), hasFiles: false },
  });
  if (form.settings.subscribersOnly && !submission.user) return refuse("error");
  const fields = postedFields(form.tags, entries);
  const faults = await findFaults(services, submission, fields, settings, now);
  if (faults.length > 0) return refuse("validation_failed", faults);
  if (missingAcceptances(form.tags, fields).length > 0) return refuse("acceptance_missing");
  const sent = sentForm(services.signatures, submission, fields, now);
  const hasPuzzle = puzzleWidgetOf(settings) !== undefined;
  return { fields, uncounted: await uncountedForm({ ...sent, hasPuzzle }, settings, now) };
}

function feedbackOf(
  form: OpenForm,
  status: Feedback["status"],
  invalidFields: InvalidField[] = [],
  hash = "",
): Feedback {
  return { status, message: messageOfStatus(status, form.allMessages), invalidFields, postedDataHash: hash };
}

async function store(
  { db, signatures }: MessageServices,
  submission: Submission,
  { fields, uncounted }: Checked,
  now: Date,
): Promise<Answer> {
  const { form, entries, ip, unitTag } = submission;
  const { demoMode, skipMail, doNotStore } = form.settings;
  const hasMails = !demoMode && !skipMail && form.mail.active;
  const isKept = !demoMode && !doNotStore && isStorageAllowed(form.tags, fields);
  const files = isKept || hasMails ? filesOf(entries) : [];
  const verdict = await storeMessage(db, {
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
    ...uncounted,
  });
  const hasFiles = files.length > 0 && keepsFiles(verdict) && (isKept || !verdict.isSpam);
  if (verdict.isSpam) return { feedback: feedbackOf(form, "spam"), hasFiles };
  const tick = Math.floor(now.getTime() / 1_800_000);
  const hash = signatures.sign("message", tick, ip, unitTag, JSON.stringify([...fields])).slice(0, 32);
  const status = hasMails && !hasRecipient(form) ? "mail_failed" : "mail_sent";
  return { feedback: feedbackOf(form, status, [], hash), hasFiles };
}

/** Whether the mail can have a recipient: an address, or a mail-tag that may become one. */
function hasRecipient({ mail }: OpenForm): boolean {
  return mailboxTemplates(mail.recipient).some(({ address }) => isEmail(address) || mailTagsOf(address).length > 0);
}
