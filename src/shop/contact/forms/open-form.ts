import { type FormSettings, settingsOf } from "../form-settings.rules.ts";
import { withData } from "../template/data-lists.rules.ts";
import type { FormTag } from "../template/form-tag.rules.ts";
import { type FormPart, parseTemplate } from "../template/form-template.rules.ts";
import { type FormMessages, messagesOf } from "../validation/form-messages.rules.ts";
import { type FormSchema, schemaOf } from "../validation/form-schema.rules.ts";
import type { ContactForm } from "./contact-form.ts";

/** A form with everything that is derived from its texts. */
export interface OpenForm extends ContactForm {
  parts: readonly FormPart[];
  tags: readonly FormTag[];
  settings: FormSettings;
  /** All messages: its own, or the defaults. */
  allMessages: FormMessages;
  /** Returns the rules for a day (YYYY-MM-DD in the shop's time zone). */
  schema(today: string): FormSchema;
}

export function openForm(form: ContactForm): OpenForm {
  const { parts, tags: written } = parseTemplate(form.template);
  const tags = written.map((tag) => withData(tag, form.locale));
  const allMessages = messagesOf(form.messages);
  let known: { today: string; schema: FormSchema } | undefined;
  return {
    ...form,
    parts: parts.map((part) => ("tag" in part ? { tag: tags[written.indexOf(part.tag)] ?? part.tag } : part)),
    tags,
    settings: settingsOf(form.additionalSettings),
    allMessages,
    schema(today) {
      if (known?.today !== today)
        known = { today, schema: schemaOf(tags, { messages: allMessages, locale: form.locale, today }) };
      return known.schema;
    },
  };
}
