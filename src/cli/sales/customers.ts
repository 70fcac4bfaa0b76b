import { formatCount } from "#platform/format-count.ts";
import { exportCustomers } from "#shop/orders/export-customers.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { type CommandContext, type DatabaseCommand, unknownWord } from "../command.ts";
import { forceOption, writeExport } from "../write-export.ts";

type CustomersContext = Pick<CommandContext, "db" | "print">;

/** `customers export [FILE]`. */
export const customersCommand: DatabaseCommand<CustomersContext> = {
  name: "customers",
  usage: "customers <what> [file]",
  summary: "export [FILE]: all accounts with their billing addresses, orders and sums",
  options: [forceOption],
  needs: "migrated database",
  async run({ db, print }, [what = "", file = ""], options) {
    if (what !== "export") throw unknownWord("customers", what, ["export FILE"]);
    const settings = await getSettings(db);
    await writeExport(print, file, options, async (target) =>
      formatCount(await exportCustomers(db, settings, target), "customer"),
    );
  },
};
