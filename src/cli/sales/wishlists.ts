import { formatCount } from "#platform/format-count.ts";
import { StartError } from "#platform/start-error.ts";
import { conversionOf, exportMostWished, listMostWished } from "#shop/orders/wished-products-report.ts";
import { type CommandContext, type DatabaseCommand, unknownWord } from "../command.ts";
import { sinceOf } from "../since-option.ts";
import { forceOption, writeExport } from "../write-export.ts";

type WishlistsContext = Pick<CommandContext, "db" | "print">;

/** `wishlists top`: the most wished products and how many were ordered later. */
export const wishlistsCommand: DatabaseCommand<WishlistsContext> = {
  name: "wishlists",
  usage: "wishlists <what>",
  summary: "top: most wished products, and the accounts that ordered them later (guests count as wishing only)",
  options: [
    { flags: "--since <date>", meaning: "wished for since 2026-12-01, or 2026-12-01T09:00Z" },
    { flags: "--limit <n>", meaning: "how many products; default 20" },
    { flags: "--csv <file>", meaning: "writes a CSV file instead; - prints it" },
    { ...forceOption, meaning: "replace the CSV file if it exists" },
  ],
  needs: "migrated database",
  async run({ db, print }, [what = ""], options) {
    if (what !== "top") throw unknownWord("wishlists", what, ["top"]);
    const { limit = "20", csv } = options;
    if (!/^[1-9]\d{0,5}$/.test(String(limit))) throw new StartError(`"${limit}" is not a number of products.`);
    const report = { since: sinceOf(options), limit: Number(limit) };
    if (typeof csv === "string") {
      await writeExport(print, csv, options, async (target) =>
        formatCount(await exportMostWished(db, report, target), "product"),
      );
      return;
    }
    const products = await listMostWished(db, report);
    if (products.length === 0) print("Nothing has been wished for yet.");
    for (const wished of products) {
      const { productId, name, owners, waiting, accounts, buyers } = wished;
      const share = conversionOf(wished);
      const bought =
        share === null
          ? "no accounts"
          : `ordered later by ${buyers} of ${formatCount(accounts, "account")} (${share} %)`;
      print([owners, name, `product ${productId}`, `still wished for by ${waiting}`, bought].join("  "));
    }
  },
};
