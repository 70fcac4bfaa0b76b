import type { Database } from "#db/database.ts";
import { scanByClamd } from "#platform/clamd.ts";
import type { Signatures } from "#platform/signatures.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import type { Settings } from "../../settings/setting-definitions.ts";
import { dayIn, timeZoneOf } from "../../settings/time-zone.rules.ts";
import { takeCaptcha, takeQuiz } from "../challenges/challenges.ts";
import { extensionOf, isContentOf } from "../files/file-content.rules.ts";
import type { Upload } from "../files/receive-upload.ts";
import type { OpenForm } from "../forms/open-form.ts";
import { missingAcceptances, type PostedFields } from "../posted-fields.rules.ts";
import type { FormTag } from "../template/form-tag.rules.ts";
import { idOf } from "../template/tag-options.rules.ts";
import { fieldErrors } from "../validation/form-validation.rules.ts";
import { type Submission, textReader, uploadsOf } from "./submission.ts";

export interface InvalidField {
  field: string;
  message: string;
  /** Id of the control; null without. */
  controlId: string | null;
}

export interface MessageServices {
  db: Database;
  attachments: FileStorage;
  signatures: Signatures;
}

/** Lists the fields with an error, in the form's order. Puzzles that were answered cannot be answered again. */
export async function findFaults(
  services: MessageServices,
  submission: Submission,
  fields: PostedFields,
  settings: Settings,
  now: Date,
): Promise<InvalidField[]> {
  const { form, entries } = submission;
  const today = dayIn(now, timeZoneOf(settings));
  const errors = fieldErrors(form.schema(today).rules, entries);
  const put = (name: string, error: string | undefined) => error && !errors.has(name) && errors.set(name, error);
  for (const [name, file] of uploadsOf(entries)) put(name, contentError(form, file));
  if (form.settings.acceptanceAsValidation)
    for (const name of missingAcceptances(form.tags, fields)) put(name, form.allMessages.accept_terms);
  for (const tag of form.tags.filter(isPuzzle)) put(tag.name, await puzzleError(services, submission, tag, now));
  if (errors.size === 0 && settings.virus_scanner !== "")
    for (const [name, file] of uploadsOf(entries))
      put(name, await scanError(services, settings.virus_scanner, form, file));
  return errors.size === 0 ? [] : inOrder(form, errors);
}

function inOrder({ tags }: OpenForm, errors: ReadonlyMap<string, string>): InvalidField[] {
  const names = [...new Set([...tags.map(({ name }) => name), ...errors.keys()])];
  return names.flatMap((field) => {
    const message = errors.get(field);
    const tag = tags.find(({ name }) => name === field);
    const id = tag && idOf(tag);
    return message === undefined ? [] : [{ field, message, controlId: id && !id.startsWith("wpcf7") ? id : null }];
  });
}

function contentError({ allMessages }: OpenForm, { name, head }: Upload): string | undefined {
  return isContentOf(extensionOf(name), head) ? undefined : allMessages.upload_file_type_invalid;
}

function isPuzzle({ type }: FormTag): boolean {
  return type === "quiz" || type === "captchar";
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
    const given = { answer: read(name), signature: read(`_wpcf7_quiz_answer_${name}`) };
    const isRight = await takeQuiz(db, signatures, field, given, now);
    return isRight ? undefined : form.allMessages.quiz_answer_not_correct;
  }
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
