import { readFile, writeFile } from "node:fs/promises";
import { formatCount } from "#platform/format-count.ts";
import { StartError } from "#platform/start-error.ts";
import type { FormFault } from "#shop/contact/form-check.rules.ts";
import { deleteForm, getForm, listForms, saveForm } from "#shop/contact/forms/contact-forms.ts";
import { printFormFile, readFormFile } from "#shop/contact/forms/form-file.rules.ts";
import { type CommandContext, type DatabaseCommand, unknownWord } from "../command.ts";
import { refuseMissingFile } from "../refuse-missing-file.ts";
import { faultsOf } from "./import-forms.ts";

type FormsContext = Pick<CommandContext, "db" | "print" | "clock">;

/** `forms list`, `forms show FORM`, `forms import FILE`, `forms export FORM FILE`, `forms check [FORM|FILE]`, `forms delete FORM`. */
export const formsCommand: DatabaseCommand<FormsContext> = {
  name: "forms",
  usage: "forms <what> [form] [file]",
  summary: "contact forms: list, show FORM, import FILE, export FORM FILE, check [FORM or FILE], delete FORM",
  options: [{ flags: "--force", meaning: "import a form in spite of its mistakes" }],
  needs: "migrated database",
  async run(context, [what = "", name = "", file = ""], options) {
    const { db, print } = context;
    switch (what) {
      case "list":
        return list(context);
      case "show":
        return print(printFormFile(await getForm(db, name)).trimEnd());
      case "import":
        return importForm(context, name, options.force === true);
      case "export":
        if (file === "") throw new StartError("Name the file: npm run shop -- forms export FORM FILE");
        await writeFile(file, printFormFile(await getForm(db, name)));
        return print(`Written to ${file}`);
      case "check":
        return check(context, name);
      case "delete":
        await deleteForm(db, name);
        return print(`${name} is deleted; its messages are kept.`);
      default:
        throw unknownWord("forms", what, [
          "list",
          "show FORM",
          "import FILE",
          "export FORM FILE",
          "check [FORM or FILE]",
          "delete FORM",
        ]);
    }
  },
};

async function list({ db, print }: FormsContext): Promise<void> {
  const forms = await listForms(db);
  if (forms.length === 0) print('There are no forms yet: "npm run shop -- forms import FILE" adds one.');
  for (const { id, slug, title, hash, locale } of forms)
    print([id, slug, title, locale, `[contact-form-7 id="${hash}" title="${title}"]`].join("  "));
}

async function importForm({ db, print, clock }: FormsContext, file: string, isForced: boolean): Promise<void> {
  await refuseMissingFile("forms import", file);
  const read = readFormFile(await readFile(file, "utf8"));
  const faults = faultsOf(read);
  for (const fault of faults) print(lineOf(file, fault));
  if (read.faults.length > 0 || (faults.length > 0 && !isForced))
    throw new StartError(`The form was not imported: fix ${formatCount(faults.length, "mistake")} in ${file}.`);
  const { title, slug } = read.form;
  print(`The form "${title}" (${slug}) was ${await saveForm(db, read.form, clock.now())}.`);
}

/** Checks a file, a stored form, or all of them; positions are those in the file that `forms export` writes. */
async function check({ db, print }: FormsContext, name: string): Promise<void> {
  const isFile = /[./\\]/.test(name);
  if (isFile) await refuseMissingFile("forms check", name);
  const stored = isFile ? [] : name === "" ? await listForms(db) : [await getForm(db, name)];
  const files = isFile
    ? [{ label: name, text: await readFile(name, "utf8") }]
    : stored.map((form) => ({ label: form.slug, text: printFormFile(form) }));
  let count = 0;
  for (const { label, text } of files) {
    const faults = faultsOf(readFormFile(text));
    count += faults.length;
    for (const fault of faults) print(lineOf(label, fault));
  }
  if (count > 0) throw new StartError(`${formatCount(count, "mistake")} found.`);
  print("No mistakes found.");
}

function lineOf(label: string, { line, column, message }: FormFault): string {
  return `${label}:${line}:${column}  ${message}`;
}
