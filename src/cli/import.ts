import { stat } from "node:fs/promises";
import { StartError } from "#platform/start-error.ts";
import { importCategories } from "#shop/catalogue/import-categories.ts";
import { importProducts } from "#shop/catalogue/import-products.ts";
import { type ImportReport, reportLines } from "#shop/catalogue/import-report.ts";
import { importArticles } from "#shop/content/import-articles.ts";
import { importMenus } from "#shop/content/import-menus.ts";
import { importReviews } from "#shop/reviews/import-reviews.ts";
import type { Command, CommandContext } from "./command.ts";
import { type ImportContext, importDemo } from "./import-demo.ts";

type Context = ImportContext & Pick<CommandContext, "demoDir">;

/** How often progress is told, in milliseconds. */
const progressEvery = 1000;

/** `import products FILE.csv` and the other kinds of file; `import demo` brings the demo shop. */
export const importCommand: Command<Context> = {
  name: "import",
  usage: "import <products|categories|articles|pages|menus|reviews|demo> [file]",
  summary: "import a file (products: CSV as the field exports it; articles and pages: a folder), or the demo shop",
  async run(context, [what = "", file = ""]) {
    if (what === "demo") return void (await importDemo(context, context.demoDir));
    const run = importers[what];
    if (!run)
      throw new StartError(
        `"${what}" cannot be imported: use products, categories, articles, pages, menus, reviews or demo`,
      );
    if (file === "") throw new StartError(`Say which file: npm run shop -- import ${what} FILE`);
    await stat(file).catch(() => {
      throw new StartError(`There is no ${file}`);
    });
    for (const line of reportLines(await run(context, file))) context.print(line);
  },
};

const importers: Readonly<Record<string, (context: Context, file: string) => Promise<ImportReport>>> = {
  products: (context, file) => importProducts(context.db, { ...context, file, onProgress: progressOf(context) }),
  categories: ({ db, mediaDir }, file) => importCategories(db, file, mediaDir),
  articles: ({ db, mediaDir, clock }, folder) =>
    importArticles(db, { folder, type: "post", mediaDir, now: clock.now() }),
  pages: ({ db, mediaDir, clock }, folder) => importArticles(db, { folder, type: "page", mediaDir, now: clock.now() }),
  menus: ({ db }, file) => importMenus(db, file),
  reviews: ({ db }, file) => importReviews(db, file),
};

/** Tells the rows that are done and the pace, about once a second. */
function progressOf({ print }: Context): (done: number, total: number) => void {
  const began = performance.now();
  let told = began;
  return (done, total) => {
    const now = performance.now();
    if (now - told < progressEvery) return;
    told = now;
    print(`${done} of ${total} rows, ${Math.round((done / (now - began)) * 1000)} a second`);
  };
}
