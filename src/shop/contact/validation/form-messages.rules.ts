import { withoutTags } from "../html-text.rules.ts";

/** Messages that a form can replace, with the field's default wording. */
const defaults = {
  mail_sent_ok: "Thank you for your message. It has been sent.",
  mail_sent_ng: "There was an error trying to send your message. Please try again later.",
  validation_error: "One or more fields have an error. Please check and try again.",
  spam: "There was an error trying to send your message. Please try again later.",
  accept_terms: "You must accept the terms and conditions before sending your message.",
  invalid_required: "Please fill out this field.",
  invalid_too_long: "This field has a too long input.",
  invalid_too_short: "This field has a too short input.",
  invalid_email: "Please enter an email address.",
  invalid_url: "Please enter a URL.",
  invalid_tel: "Please enter a telephone number.",
  invalid_number: "Please enter a number.",
  number_too_small: "This field has a too small number.",
  number_too_large: "This field has a too large number.",
  invalid_date: "Please enter a date in YYYY-MM-DD format.",
  date_too_early: "This field has a too early date.",
  date_too_late: "This field has a too late date.",
  upload_failed: "There was an unknown error uploading the file.",
  upload_file_type_invalid: "You are not allowed to upload files of this type.",
  upload_file_too_large: "The uploaded file is too large.",
  upload_failed_php_error: "There was an error uploading the file.",
  quiz_answer_not_correct: "The answer to the quiz is incorrect.",
  captcha_not_match: "Your entered code is incorrect.",
} as const;

export type FormMessageKey = keyof typeof defaults;
export type FormMessages = Readonly<Record<FormMessageKey, string>>;

const formMessageKeys: readonly FormMessageKey[] = Object.keys(defaults) as FormMessageKey[];

export function isMessageKey(key: string): key is FormMessageKey {
  return Object.hasOwn(defaults, key);
}

/** Messages of the schema that forms cannot replace. */
export const fixedMessages = {
  tooManyItems: "Too many items are selected.",
  undefinedValue: "Undefined value was submitted through this field.",
} as const;

/** Returns a form's messages: its own, or the defaults. The form script inserts them as HTML, so tags are removed. */
export function messagesOf(own: Readonly<Partial<Record<FormMessageKey, string>>> = {}): FormMessages {
  const messages: Record<FormMessageKey, string> = { ...defaults };
  for (const key of formMessageKeys) messages[key] = withoutTags(own[key] ?? defaults[key]);
  return messages;
}

const ofStatuses: ReadonlyMap<string, FormMessageKey> = new Map([
  ["mail_sent", "mail_sent_ok"],
  ["mail_failed", "mail_sent_ng"],
  ["validation_failed", "validation_error"],
  ["acceptance_missing", "accept_terms"],
  ["spam", "spam"],
]);

const ofOtherStatuses: ReadonlyMap<string, string> = new Map([
  ["aborted", "Sending mail has been aborted."],
  ["payment_required", "Payment is required. Please pay by credit card."],
  ["error", "This contact form is available only for logged in users."],
]);

/** Returns the message of a feedback response with this status; "" for custom statuses. */
export function messageOfStatus(status: string, messages: FormMessages): string {
  const key = ofStatuses.get(status);
  return key ? messages[key] : (ofOtherStatuses.get(status) ?? "");
}
