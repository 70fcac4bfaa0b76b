import type { Database } from "#db/database.ts";
import { findForm, listForms } from "#shop/contact/forms/contact-forms.ts";
import { type OpenForm, openForm } from "#shop/contact/forms/open-form.ts";
import type { Freshness } from "../freshness.ts";
import { cachedRead } from "./cached-read.ts";

/** Finds a contact form by id, slug or hash. Pages that contain one, or say that there is none, have the tag "contact-forms". */
export type FindContactForm = (name: string) => Promise<OpenForm | undefined>;

/** Caches all contact forms until one of them changes. */
export function cachedContactForms(db: Database, freshness: Freshness): FindContactForm {
  const list = cachedRead(freshness, ["contact-forms"], async () => (await listForms(db)).map(openForm));
  return async (name) => findForm(await list(), name);
}
