import type { Database } from "#db/database.ts";
import { listForms } from "#shop/contact/forms/contact-forms.ts";
import { type OpenForm, openForm } from "#shop/contact/forms/open-form.ts";
import type { Freshness } from "../freshness.ts";
import { cachedRead } from "./cached-read.ts";

/** Lists all contact forms; `findForm` finds one. Pages that contain one, or name one that is missing, have the tag "contact-forms". */
export type ContactForms = () => Promise<readonly OpenForm[]>;

/** Caches all contact forms until one of them changes. */
export function cachedContactForms(db: Database, freshness: Freshness): ContactForms {
  return cachedRead(freshness, ["contact-forms"], async () => (await listForms(db)).map(openForm));
}
