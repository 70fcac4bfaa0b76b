import { formatMoney } from "#platform/money.ts";
import { StartError } from "#platform/start-error.ts";
import { listOrderSources } from "#shop/orders/order-sources.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { exportStatistics, listViewedProducts, listVisitSources, sumFunnel } from "#shop/statistics/statistics.ts";
import type { CommandContext, DatabaseCommand } from "../command.ts";
import { formatCount } from "../format.ts";
import { forceOption, writeExport } from "../write-export.ts";

type StatisticsContext = Pick<CommandContext, "db" | "print" | "clock">;

const defaultDays = "30";

/** What the kinds of source are called. */
const sourceNames: Readonly<Record<string, string>> = {
  utm: "Campaigns",
  organic: "Search engines",
  referral: "Other sites",
  typein: "Direct",
};

/** `statistics`: prints visits, the steps to an order, sources and the most viewed products; or writes the counts as CSV. */
export const statisticsCommand: DatabaseCommand<StatisticsContext> = {
  name: "statistics",
  usage: "statistics",
  summary: "print visits, product views, adds, checkouts, orders, sources and the most viewed products",
  options: [
    { flags: "--days <n>", meaning: `how many days in UTC, with today; default ${defaultDays}` },
    { flags: "--limit <n>", meaning: "how many products; default 10" },
    { flags: "--csv <file>", meaning: "write the counts of each day as CSV; - prints them" },
    forceOption,
  ],
  needs: "migrated database",
  async run({ db, print, clock }, _, options) {
    const { days = defaultDays, limit = "10", csv } = options;
    for (const [given, what] of [
      [days, "days"],
      [limit, "products"],
    ])
      if (!/^[1-9]\d{0,3}$/.test(String(given))) throw new StartError(`"${given}" is not a number of ${what}.`);
    const day = new Date(clock.now().getTime() - (Number(days) - 1) * 86_400_000).toISOString().slice(0, 10);
    if (typeof csv === "string") {
      await writeExport(print, csv, options, async (target) =>
        formatCount(await exportStatistics(db, day, target), "row"),
      );
      return;
    }
    await printFunnel({ db, print }, day);
    print("");
    for (const { source, visits } of await listVisitSources(db, day)) print(row(sourceNames[source] ?? source, visits));
    print("");
    for (const { name, views, adds } of await listViewedProducts(db, day, Number(limit)))
      print(`${views} views  ${adds} adds  ${name ?? "(deleted)"}`);
  },
};

async function printFunnel({ db, print }: Pick<StatisticsContext, "db" | "print">, day: string): Promise<void> {
  const { visits, mobileVisits, views, productViews, adds, checkouts } = await sumFunnel(db, day);
  const report = { by: "source" as const, since: new Date(day) };
  const sums = await listOrderSources(db, report, await getSettings(db));
  const orders = sums.reduce((total, sum) => total + sum.orders, 0);
  print(row("Visits", visits));
  print(row("  on phones", mobileVisits));
  print(row("Page views", views));
  print(row("Product views", productViews));
  print(row("Added to cart", adds));
  print(row("Checkout views", checkouts));
  print(row("Orders", orders));
  print(row("Conversion", visits > 0 ? `${((orders / visits) * 100).toFixed(1)}%` : "-"));
  for (const code of new Set(sums.map(({ currency }) => currency.code))) {
    const same = sums.filter(({ currency }) => currency.code === code);
    const [first] = same;
    const revenue = same.reduce((total, sum) => total + sum.revenue, 0);
    if (first) print(row("Revenue", formatMoney(revenue, first.currency)));
  }
}

function row(label: string, value: number | string): string {
  return `${label.padEnd(16)}${String(value).padStart(12)}`;
}
