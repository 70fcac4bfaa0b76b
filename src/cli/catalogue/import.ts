import { formatCount } from "#platform/format-count.ts";
import { StartError } from "#platform/start-error.ts";
import { importAttributes } from "#shop/catalogue/import/import-attributes.ts";
import { importCategories } from "#shop/catalogue/import/import-categories.ts";
import { importProducts } from "#shop/catalogue/import/import-products.ts";
import { type ImportReport, reportLines } from "#shop/catalogue/import/import-report.ts";
import { importAuthors } from "#shop/content/import/import-authors.ts";
import { importMenus } from "#shop/content/import/import-menus.ts";
import { importReviews } from "#shop/reviews/import/import-reviews.ts";
import type { CommandContext, DatabaseCommand } from "../command.ts";
import { refuseMissingFile } from "../refuse-missing-file.ts";
import { type ImportContext, importDemo } from "./import-demo.ts";
import { importTexts } from "./import-texts.ts";
import { importWordpressFile, wordpressOptions } from "./import-wordpress.ts";

type Context = ImportContext & Pick<CommandContext, "demoDir">;

/** Interval of progress messages (ms). */
const progressEvery = 1000;

/** `import products FILE.csv` and other kinds of files; `import demo` imports the demo shop. */
export const importCommand: DatabaseCommand<Context> = {
  name: "import",
  usage: "import <what> [file]",
  summary:
    "import products (WooCommerce CSV), categories, attributes, authors, articles, pages (a folder each), menus or reviews; a WordPress export (wordpress FILE.xml); or the demo",
  options: wordpressOptions,
  needs: "migrated database",
  async run(context, [what = "", file = ""], options) {
    if (what === "wordpress") {
      await refuseMissingFile("import wordpress", file);
      return importWordpressFile(context, file, options);
    }
    const [unused] = Object.keys(options);
    if (unused !== undefined) throw new StartError("These options are only for: npm run shop -- import wordpress FILE");
    if (what === "demo") return refuseLeftOut((await importDemo(context, context.demoDir)).map(({ report }) => report));
    const run = importers[what];
    if (!run)
      throw new StartError(
        `"${what}" cannot be imported: use products, categories, attributes, authors, articles, pages, menus, reviews, wordpress or demo`,
      );
    await refuseMissingFile(`import ${what}`, file, folders.has(what) ? "folder" : "file");
    const report = await run(context, file);
    for (const line of reportLines(report)) context.print(line);
    refuseLeftOut([report]);
  },
};

/** Makes the exit status 1 if rows, or files of a folder, were skipped. @throws StartError in that case. */
export function refuseLeftOut(reports: readonly ImportReport[]): void {
  const refused = reports.flatMap((report) => report.refused);
  if (refused.length === 0) return;
  const areFiles = refused.every(({ file }) => file !== undefined);
  const skipped = areFiles
    ? formatCount(refused.length, "file was", "files were")
    : formatCount(refused.length, "row was", "rows were");
  throw new StartError(
    `${skipped} skipped: fix ${refused.length === 1 ? "it" : "them"} and import the ${areFiles ? "folder" : "file"} again.`,
  );
}

/** What is imported from a folder of texts. */
const folders: ReadonlySet<string> = new Set(["authors", "articles", "pages"]);

const importers: Readonly<Record<string, (context: Context, file: string) => Promise<ImportReport>>> = {
  products: (context, file) => importProducts(context.db, { ...context, file, onProgress: progressOf(context) }),
  categories: ({ db, files }, file) => importCategories(db, file, files.media),
  attributes: ({ db, files }, file) => importAttributes(db, file, files.media),
  authors: ({ db, files }, folder) => importAuthors(db, { folder, media: files.media }),
  articles: (context, folder) => importTexts(context, folder, "post"),
  pages: (context, folder) => importTexts(context, folder, "page"),
  menus: ({ db }, file) => importMenus(db, file),
  reviews: ({ db }, file) => importReviews(db, file),
};

/** Prints the number of finished rows and the speed, about once a second. When all are finished the report follows. */
function progressOf({ print }: Context): (done: number, total: number) => void {
  const began = performance.now();
  let reportedAt = began;
  return (done, total) => {
    const now = performance.now();
    if (done >= total || now - reportedAt < progressEvery) return;
    reportedAt = now;
    print(`${done} of ${total} rows, ${Math.round((done / (now - began)) * 1000)} per second`);
  };
}
