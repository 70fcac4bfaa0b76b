import { StartError } from "#platform/start-error.ts";
import { listRelatedClicks } from "#shop/content/related/related-clicks.ts";
import type { CommandContext, DatabaseCommand } from "../command.ts";

type ClicksContext = Pick<CommandContext, "db" | "print" | "clock">;

/** Days that are counted unless `--days` says otherwise. */
const defaultDays = "30";

/** `related-clicks`: lists the related posts and products that visitors follow most. */
export const relatedClicksCommand: DatabaseCommand<ClicksContext> = {
  name: "related-clicks",
  usage: "related-clicks",
  summary: "list which related posts and products visitors followed from which page, most often first",
  options: [
    { flags: "--days <n>", meaning: `how many days; default ${defaultDays}` },
    { flags: "--limit <n>", meaning: "how many links; default 50" },
  ],
  needs: "migrated database",
  async run({ db, print, clock }, _, { days = defaultDays, limit = "50" }) {
    for (const [given, what] of [
      [days, "days"],
      [limit, "links"],
    ])
      if (!/^[1-9]\d{0,3}$/.test(String(given))) throw new StartError(`"${given}" is not a number of ${what}.`);
    const since = new Date(clock.now().getTime() - Number(days) * 86_400_000).toISOString().slice(0, 10);
    const links = await listRelatedClicks(db, since, Number(limit));
    if (links.length === 0) print("Nobody has followed a related post in this time.");
    for (const { origin, target, clicks } of links)
      print([clicks, `${target ?? "(deleted)"}  from: ${origin ?? "(deleted)"}`].join("  "));
  },
};
