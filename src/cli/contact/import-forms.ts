import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Database } from "#db/database.ts";
import { emptyReport, type ImportReport } from "#shop/catalogue/import/import-report.ts";
import { checkForm, type FormFault } from "#shop/contact/form-check.rules.ts";
import type { ContactForm, FormDefinition } from "#shop/contact/forms/contact-form.ts";
import { listForms, saveForm } from "#shop/contact/forms/contact-forms.ts";
import { type FormFile, readFormFile } from "#shop/contact/forms/form-file.rules.ts";

/** Imports the .form files of a folder; a form with mistakes is reported and left out. */
export async function importForms(db: Database, folder: string, now: Date): Promise<ImportReport> {
  const report = emptyReport();
  const stored = new Map((await listForms(db)).map((form) => [form.slug, form]));
  for (const name of (await readdir(folder)).filter((one) => one.endsWith(".form")).sort()) {
    const read = readFormFile(await readFile(join(folder, name), "utf8"));
    const { form } = read;
    const faults = faultsOf(read);
    if (faults.length === 0 && isUnchanged(form, stored.get(form.slug))) report.unchanged += 1;
    else if (faults.length === 0) report[await saveForm(db, form, now)] += 1;
    else
      report.refused.push({
        file: name,
        line: faults[0]?.line ?? 1,
        reasons: faults.map(({ line, message }) => `${name}:${line}: ${message}`),
      });
  }
  return report;
}

function isUnchanged(form: FormDefinition, stored: ContactForm | undefined): boolean {
  if (!stored) return false;
  const { id: _id, updatedAt: _updatedAt, ...definition } = stored;
  return isDeepStrictEqual(definition, form);
}

/** Lists what is wrong with a file and its form, with positions in the file. */
export function faultsOf({ form, faults, inFile }: FormFile): FormFault[] {
  return [...faults, ...checkForm(form).map(inFile)].toSorted((a, b) => a.line - b.line || a.column - b.column);
}
