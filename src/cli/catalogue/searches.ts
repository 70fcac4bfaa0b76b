import { StartError } from "#platform/start-error.ts";
import { listEmptySearches } from "#shop/catalogue/search/empty-searches.ts";
import type { CommandContext, DatabaseCommand } from "../command.ts";
import { formatMinute } from "../format.ts";

type SearchesContext = Pick<CommandContext, "db" | "print">;

/** `searches`: lists what shoppers searched for without finding it, most frequent first. */
export const searchesCommand: DatabaseCommand<SearchesContext> = {
  name: "searches",
  usage: "searches",
  summary: "list searches that found no product with all their words, most frequent first",
  options: [{ flags: "--limit <n>", meaning: "how many; default 50" }],
  needs: "migrated database",
  async run({ db, print }, _, { limit = "50" }) {
    if (!/^[1-9]\d{0,4}$/.test(String(limit))) throw new StartError(`"${limit}" is not a number of searches.`);
    const searches = await listEmptySearches(db, Number(limit));
    if (searches.length === 0) print("No search was without results yet.");
    for (const { text, shown, times, lastAt } of searches)
      print([times, text, shown === null ? "nothing shown" : `shown: ${shown}`, formatMinute(lastAt)].join("  "));
  },
};
