import { formatCount } from "#platform/format-count.ts";
import { StartError } from "#platform/start-error.ts";
import { exportAttributes } from "#shop/catalogue/export/export-attributes.ts";
import { type ExportOptions, exportProducts } from "#shop/catalogue/export/export-products.ts";
import type { CommandContext, DatabaseCommand } from "../command.ts";
import { refuseMissingFolder } from "../refuse-missing-folder.ts";

type Context = Pick<CommandContext, "db" | "files" | "print">;

/** `export products FILE.csv` and `export attributes FILE.csv`, with their pictures and downloads next to the file. */
export const exportCommand: DatabaseCommand<Context> = {
  name: "export",
  usage: "export <what> <file>",
  summary: "write products or attributes as CSV, with their pictures and downloads next to it",
  needs: "migrated database",
  async run({ db, files, print }, [what = "", file]) {
    const run = exporters[what];
    if (!run || !file)
      throw new StartError(
        `"${what}" cannot be exported: use npm run shop -- export products FILE.csv, or attributes FILE.csv`,
      );
    refuseMissingFolder(file);
    print(`${await run(db, { file, files })} written to ${file}`);
  },
};

const exporters: Readonly<Record<string, (db: Context["db"], options: ExportOptions) => Promise<string>>> = {
  products: async (db, options) =>
    formatCount(await exportProducts(db, options), "product or variation", "products and variations"),
  attributes: async (db, options) => formatCount(await exportAttributes(db, options), "value"),
};
