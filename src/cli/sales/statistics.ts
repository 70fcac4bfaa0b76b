import { formatCount } from "#platform/format-count.ts";
import { formatMoney } from "#platform/money.ts";
import { StartError } from "#platform/start-error.ts";
import { listOrderSources, type SourceSum } from "#shop/orders/order-sources.ts";
import { getSettings } from "#shop/settings/settings.ts";
import {
  exportStatistics,
  listDays,
  listViewedProducts,
  listVisitSources,
  sumFunnel,
} from "#shop/statistics/statistics.ts";
import { exportVisitNames, listVisitNames } from "#shop/statistics/visit-names.ts";
import type { CommandContext, DatabaseCommand } from "../command.ts";
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
  summary: "print visits, product views, adds, checkouts, orders, days, and the most frequent sources and products",
  options: [
    { flags: "--days <n>", meaning: `how many days in UTC, with today; default ${defaultDays}` },
    { flags: "--limit <n>", meaning: "how many products, and how many campaigns and sites; default 10" },
    { flags: "--csv <file>", meaning: "write the counts of each day as CSV; - prints them" },
    { flags: "--names-csv <file>", meaning: "write the visits of each day by campaign and site as CSV; - prints them" },
    forceOption,
  ],
  needs: "migrated database",
  async run({ db, print, clock }, _, options) {
    const { days = defaultDays, limit = "10" } = options;
    for (const [given, what] of [
      [days, "days"],
      [limit, "products"],
    ])
      if (!/^[1-9]\d{0,3}$/.test(String(given))) throw new StartError(`"${given}" is not a number of ${what}.`);
    const day = new Date(clock.now().getTime() - (Number(days) - 1) * 86_400_000).toISOString().slice(0, 10);
    for (const [file, write] of [
      [options.csv, exportStatistics],
      [options.namesCsv, exportVisitNames],
    ] as const) {
      if (typeof file !== "string") continue;
      await writeExport(print, file, options, async (target) => formatCount(await write(db, day, target), "row"));
    }
    if (options.csv !== undefined || options.namesCsv !== undefined) return;
    await printFunnel({ db, print }, day);
    await printDays({ db, print }, day);
    print("");
    for (const { source, visits } of await listVisitSources(db, day)) print(row(sourceNames[source] ?? source, visits));
    print("");
    for (const { source, name, visits } of await listVisitNames(db, day, Number(limit)))
      print(`${visits} visits  ${sourceNames[source] ?? source}: ${name}`);
    print("");
    for (const { name, views, adds } of await listViewedProducts(db, day, Number(limit)))
      print(`${views} views  ${adds} adds  ${name ?? "(deleted)"}`);
  },
};

async function printDays({ db, print }: Pick<StatisticsContext, "db" | "print">, since: string): Promise<void> {
  const line = (day: string, ...values: (number | string)[]) =>
    [day.padEnd(10), ...values.map((value) => String(value).padStart(8))].join("");
  print("");
  print(line("Day", "Visits", "Views", "Adds", "Orders"));
  for (const { day, visits, views, adds, orders } of await listDays(db, since))
    print(line(day, visits, views, adds, orders));
}

async function printFunnel({ db, print }: Pick<StatisticsContext, "db" | "print">, day: string): Promise<void> {
  const { visits, mobileVisits, views, productViews, searches, adds, checkouts } = await sumFunnel(db, day);
  const report = { by: "source" as const, since: new Date(day) };
  const sums = await listOrderSources(db, report, await getSettings(db));
  const orders = sums.reduce((total, sum) => total + sum.orders, 0);
  print(row("Visits", visits));
  print(row("  on phones", mobileVisits));
  print(row("Page views", views));
  print(row("Product views", productViews));
  print(row("Searches", searches));
  print(row("Added to cart", adds));
  print(row("Checkout views", checkouts));
  print(row("Orders", orders));
  print(row("Conversion", visits > 0 ? `${((orders / visits) * 100).toFixed(1)}%` : "-"));
  // Amounts with different minor units cannot be added.
  const unitOf = ({ currency: { code, minorUnit } }: SourceSum) => `${code} ${minorUnit}`;
  for (const unit of new Set(sums.map(unitOf))) {
    const same = sums.filter((sum) => unitOf(sum) === unit);
    const [first] = same;
    const revenue = same.reduce((total, sum) => total + sum.revenue, 0);
    if (first) print(row("Revenue", formatMoney(revenue, first.currency)));
  }
}

function row(label: string, value: number | string): string {
  return `${label.padEnd(16)}${String(value).padStart(12)}`;
}
