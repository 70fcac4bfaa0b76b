import type { Database } from "#db/database.ts";
import { formatCount } from "#platform/format-count.ts";
import { formatMoney } from "#platform/money.ts";
import { StartError } from "#platform/start-error.ts";
import {
  averageOf,
  exportOrderSources,
  labelOf,
  listOrderSources,
  type SourceGrouping,
  type SourceSum,
  sourceGroupings,
} from "#shop/orders/order-sources.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import type { CommandContext, GivenOptions } from "../command.ts";
import { truncate } from "../format.ts";
import { sinceOf } from "../since-option.ts";
import { writeExport } from "../write-export.ts";

/** Prints where orders came from, or writes it as CSV. */
export async function printOrderSources(
  { db, print }: { db: Database; print: CommandContext["print"] },
  { options, settings }: { options: GivenOptions; settings: Settings },
): Promise<void> {
  const report = { by: groupingOf(options), since: sinceOf(options) };
  const { csv } = options;
  if (typeof csv === "string") {
    await writeExport(print, csv, options, async (target) =>
      formatCount(await exportOrderSources(db, report, settings, target), "row"),
    );
    return;
  }
  const sums = await listOrderSources(db, report, settings);
  if (sums.length === 0) print(report.since ? "There are no such orders." : "There are no orders yet.");
  const unknown = report.by === "campaign" ? "No campaign" : "Unknown";
  for (const sum of sums) print(rowOf(sum, unknown));
}

/** @throws StartError if orders cannot be grouped by it. */
function groupingOf({ by = "source" }: GivenOptions): SourceGrouping {
  const known = sourceGroupings.find((one) => one === by);
  if (!known) throw new StartError(`Orders cannot be grouped by "${by}": use ${sourceGroupings.join(", ")}.`);
  return known;
}

function rowOf(sum: SourceSum, unknown: string): string {
  const { orders, revenue, refunds, fromNew, currency } = sum;
  const money = (amount: number) => formatMoney(amount, currency);
  return [
    truncate(labelOf(sum)) || unknown,
    formatCount(orders, "order"),
    money(revenue),
    `refunds ${money(refunds)}`,
    `average ${money(averageOf(sum))}`,
    `${fromNew} new, ${orders - fromNew} returning`,
  ].join("  ");
}
