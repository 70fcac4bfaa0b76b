import type { OpenForm } from "#shop/contact/forms/open-form.ts";
import type { FormTag } from "#shop/contact/template/form-tag.rules.ts";
import { optionValue } from "#shop/contact/template/tag-options.rules.ts";
import type { FormMessages } from "#shop/contact/validation/form-messages.rules.ts";

/** Rules that people cannot break, because browsers do not let them. */
const keptByBrowsers: readonly string[] = ["enum", "maxlength", "maxitems"];

/** Returns the longest error that people can cause in a field. Undefined if none, as for radio buttons with a default. */
export function longestError(form: OpenForm, tag: FormTag, today: string): string | undefined {
  if (tag.type === "radio" && optionValue(tag, "default", /^[1-9]/)) return undefined;
  const rules = form
    .schema(today)
    .rules.filter(({ rule, field }) => field === tag.name && !keptByBrowsers.includes(rule));
  return longest([...rules.map(({ error = "" }) => error), ...errorsWithoutRule(form, tag)]) || undefined;
}

/** Returns errors that only the server finds. */
function errorsWithoutRule({ settings, allMessages }: OpenForm, { type }: FormTag): string[] {
  switch (type) {
    case "quiz":
      return [allMessages.quiz_answer_not_correct];
    case "captchar":
      return [allMessages.captcha_not_match];
    case "acceptance":
      return settings.acceptanceAsValidation ? [allMessages.accept_terms] : [];
    default:
      return [];
  }
}

/** Returns the longest answer to a form. */
export function longestAnswer(messages: FormMessages, unsent: string): string {
  const { mail_sent_ok, mail_sent_ng, validation_error, accept_terms, spam } = messages;
  return longest([mail_sent_ok, mail_sent_ng, validation_error, accept_terms, spam, unsent]);
}

function longest(texts: readonly string[]): string {
  return texts.reduce((long, text) => (text.length > long.length ? text : long), "");
}
