import type { FormTexts } from "../form-check.rules.ts";
import type { FormMessageKey } from "../validation/form-messages.rules.ts";

/** Everything that a shopkeeper writes for a form. */
export interface FormDefinition extends FormTexts {
  slug: string;
  /** Identifies the form in shortcodes: 7 hexadecimal characters. "" for a new form: derived from the slug. */
  hash: string;
  title: string;
  /** Language and country: "en_US". */
  locale: string;
  /** Messages that replace the defaults. */
  messages: Partial<Record<FormMessageKey, string>>;
}

/** A stored form. */
export interface ContactForm extends FormDefinition {
  id: number;
  updatedAt: Date;
}
