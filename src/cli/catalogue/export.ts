import { StartError } from "#platform/start-error.ts";
import { exportProducts } from "#shop/catalogue/export/export-products.ts";
import type { CommandContext, DatabaseCommand } from "../command.ts";
import { formatCount } from "../format.ts";
import { refuseMissingFolder } from "../refuse-missing-folder.ts";

type Context = Pick<CommandContext, "db" | "files" | "print">;

/** `export products FILE.csv`: writes the product list, with its pictures and downloads next to it. */
export const exportCommand: DatabaseCommand<Context> = {
  name: "export",
  usage: "export <what> <file>",
  summary: "write all products as CSV, with their pictures and downloads next to it",
  needs: "migrated database",
  async run({ db, files, print }, [what, file]) {
    if (what !== "products" || !file)
      throw new StartError(`"${what}" cannot be exported: use npm run shop -- export products FILE.csv`);
    refuseMissingFolder(file);
    const count = await exportProducts(db, { file, files });
    print(`${formatCount(count, "product or variation", "products and variations")} written to ${file}`);
  },
};
