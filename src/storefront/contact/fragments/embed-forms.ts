import type { ContactForm } from "#shop/contact/forms/contact-form.ts";
import { findForm } from "#shop/contact/forms/contact-forms.ts";
import { contactFormHtml, type FormCircumstances, type FormPlace, needsFreshValues } from "./contact-form.tsx";
import { replaceShortcodes } from "./shortcodes.ts";

/** HTML with its contact forms. */
export interface EmbeddedForms {
  html: string;
  /** Whether there are any. */
  hasForms: boolean;
  /** False if each view needs fresh values: of a quiz or a captcha. */
  isCacheable: boolean;
}

const notFound = '<p class="wpcf7-contact-form-not-found"><strong>Error:</strong> Contact form not found.</p>';

/** Replaces the shortcodes of contact forms in sanitised HTML. Pages with any have the tag `contact-forms`. */
export function embedForms(
  html: string,
  forms: readonly ContactForm[],
  place: Pick<FormPlace, "postId" | "action">,
  circumstances: FormCircumstances,
): EmbeddedForms {
  let number = 0;
  let isCacheable = true;
  const embedded = replaceShortcodes(html, (attributes) => {
    const form = findForm(forms, attributes.get("id") ?? "");
    if (!form) return notFound;
    number += 1;
    if (needsFreshValues(form)) isCacheable = false;
    return contactFormHtml(form, { ...place, number, attributes }, circumstances);
  });
  return { html: embedded, hasForms: number > 0, isCacheable };
}

/** Renders a form outside of content. */
export function embedForm(form: ContactForm, circumstances: FormCircumstances): EmbeddedForms {
  // Forms in the content are numbered from 1; only one can be outside, and its id has no page.
  const html = contactFormHtml(form, { postId: 0, number: 1, attributes: new Map() }, circumstances);
  return { html, hasForms: true, isCacheable: !needsFreshValues(form) };
}
