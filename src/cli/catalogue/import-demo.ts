import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { allowLongStatements } from "#db/silence.ts";
import { canReach } from "#platform/folders.ts";
import { formatCount } from "#platform/format-count.ts";
import { importAttributes } from "#shop/catalogue/import/import-attributes.ts";
import { importCategories } from "#shop/catalogue/import/import-categories.ts";
import { importPicture } from "#shop/catalogue/import/import-picture.ts";
import { importProducts } from "#shop/catalogue/import/import-products.ts";
import { type ImportReport, reportLines } from "#shop/catalogue/import/import-report.ts";
import { importSynonyms } from "#shop/catalogue/search/synonym-files.ts";
import { beginDemoImport, finishDemoImport, isDemoWanted } from "#shop/content/import/demo-imports.ts";
import { importAuthors } from "#shop/content/import/import-authors.ts";
import { importHome } from "#shop/content/import/import-home.ts";
import { importMenus } from "#shop/content/import/import-menus.ts";
import { importReviews } from "#shop/reviews/import/import-reviews.ts";
import { setSetting } from "#shop/settings/settings.ts";
import type { CommandContext } from "../command.ts";
import { importForms } from "../contact/import-forms.ts";
import { importTexts } from "./import-texts.ts";

export type ImportContext = Pick<CommandContext, "db" | "pool" | "files" | "clock" | "print">;

/** The import report of each part of the demo shop. */
export type DemoReport = { part: string; report: ImportReport }[];

/** Advisory lock: "demo" as ASCII. Any 64-bit number that nothing else locks. */
const demoLock = 0x64_65_6d_6f;

/**
 * Imports the demo shop into an empty shop, once; completes an import that was interrupted. Of several processes that
 * start at the same time, one imports and the others wait. @returns null if there was nothing to do.
 */
export async function importDemoOnce(context: ImportContext, folder: string): Promise<DemoReport | null> {
  const { db, pool } = context;
  if (!(await isDemoWanted(db))) return null;
  return withLock(pool, async () => ((await isDemoWanted(db)) ? importDemo(context, folder) : null));
}

/** Imports the demo shop's files; existing rows are updated to match them. */
export async function importDemo(context: ImportContext, folder: string): Promise<DemoReport> {
  const { db, files, clock, print } = context;
  const began = performance.now();
  const at = (name: string) => join(folder, name);
  await beginDemoImport(db);
  const parts: [part: string, file: string, run: (file: string) => Promise<ImportReport>][] = [
    ["category", "categories.csv", (file) => importCategories(db, file, files.media)],
    ["product", "products.csv", (file) => importProducts(db, { file, files })],
    ["value of an attribute", "attributes.csv", (file) => importAttributes(db, file, files.media)],
    ["form", "forms", (folder) => importForms(db, folder, clock.now())],
    ["author", "content/authors", (folder) => importAuthors(db, { folder, media: files.media })],
    ["article", "content/articles", (folder) => importTexts(context, folder, "post")],
    ["page", "content/pages", (folder) => importTexts(context, folder, "page")],
    ["menu", "menus.json", (file) => importMenus(db, file)],
    ["synonym", "synonyms.csv", (file) => importSynonyms(db, file)],
    ["review", "reviews.csv", (file) => importReviews(db, file)],
  ];
  const done: DemoReport = [];
  for (const [part, file, run] of parts) if (await canReach(at(file))) done.push({ part, report: await run(at(file)) });
  if (await canReach(at("settings.json"))) await importSettings(context, at("settings.json"));
  if (await canReach(at("home.json")))
    await importHome(db, at("home.json"), (picture) => importPicture(db, folder, files.media, picture));
  await finishDemoImport(db, clock.now());
  print(
    `Imported the demo shop in ${((performance.now() - began) / 1000).toFixed(1)} s: ${done.map(summaryOf).join(", ")}`,
  );
  for (const { report } of done) if (report.refused.length > 0) for (const line of reportLines(report)) print(line);
  return done;
}

/** Settings by name, as JSON. */
async function importSettings({ db }: ImportContext, file: string): Promise<void> {
  const settings = JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>;
  for (const [name, value] of Object.entries(settings)) await setSetting(db, name, value);
}

const plurals: Readonly<Record<string, string>> = {
  category: "categories",
  "value of an attribute": "values of attributes",
};

function summaryOf({ part, report }: DemoReport[number]): string {
  return formatCount(report.created + report.updated + report.unchanged, part, plurals[part]);
}

/** Runs `work` under an advisory lock, which ends with the connection in any case. */
async function withLock<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await allowLongStatements(client);
    await client.query("select pg_advisory_lock($1)", [demoLock]);
    return await work();
  } finally {
    client.release(true);
  }
}
