import { StartError } from "#platform/start-error.ts";
import { exportProducts } from "#shop/catalogue/export-products.ts";
import type { Command, CommandContext } from "./command.ts";

type Context = Pick<CommandContext, "db" | "mediaDir" | "downloadsDir" | "print">;

/** `export products FILE.csv`: the list, with its pictures and downloads beside it. */
export const exportCommand: Command<Context> = {
  name: "export",
  usage: "export <products> <file>",
  summary: "write all products as CSV, with their pictures and downloads beside it",
  async run({ db, mediaDir, downloadsDir, print }, [what, file]) {
    if (what !== "products" || !file) throw new StartError("Use: npm run shop -- export products FILE.csv");
    const count = await exportProducts(db, { file, mediaDir, downloadsDir });
    print(`${count} products and variations are in ${file}`);
  },
};
