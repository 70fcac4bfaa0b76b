import type { ContactForm } from "./contact-form.ts";

/** Finds a form by id, slug or the first 7 characters of a hash. */
export function findForm<Form extends Pick<ContactForm, "id" | "hash" | "slug">>(
  forms: readonly Form[],
  name: string,
): Form | undefined {
  const isHash = /^[0-9a-f]{7,64}$/.test(name);
  return (
    forms.find(({ id, slug }) => String(id) === name || slug === name) ??
    (isHash ? forms.find(({ hash }) => name.startsWith(hash)) : undefined)
  );
}
