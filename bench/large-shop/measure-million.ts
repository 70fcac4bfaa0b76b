import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { routes } from "#routes";
import type { Figure } from "../figure.ts";
import { projectDir, type Shop, startShop } from "../shop.ts";
import { TimingConnection } from "../timing.ts";
import { prepareShop, type Workspace } from "../workspace.ts";
import { fillShop } from "./fill-shop.ts";
import { listKinds, suggestions } from "./kinds.ts";
import { measureChanges } from "./measure-changes.ts";
import { measureKinds, memoryFigures, msOf } from "./measure-kinds.ts";
import { multiplyShop } from "./multiply-shop.ts";

const bars = { firstListing: 1_000, request: 30, memory: 900, importing: 50, importingMost: 500 };
const importedRows = 100_000;
/** Ms within which the index must be built and saved. */
const maxBuildMs = 600_000;

/**
 * Listings and search in a shop with 1,000,000 products and 300,000 variations: the first listing after a restart, every kind
 * of request, memory, changes, and listings while 100,000 rows are imported.
 */
export async function measureMillion({ folder }: Workspace): Promise<Figure[]> {
  const dataDir = join(folder, "million");
  await prepareShop(dataDir);
  const filled = await fillShop(dataDir);
  await multiplyShop(dataDir);
  // Remove the snapshot of the demo shop.
  await rm(join(dataDir, "catalogue-index.snapshot"));
  const building = await startShop(dataDir);
  const began = performance.now();
  await untilSaved(dataDir);
  const builtAfter = performance.now() - began;
  await building.stop();
  const shop = await startShop(dataDir);
  const kinds = [...listKinds(filled), suggestions].map((kind) => ({ ...kind, bar: bars.request }));
  const [first, ...rest] = await measureKinds(shop, kinds);
  const figures: Figure[] = [
    { what: "1,000,000 products: building and writing the index", values: [builtAfter / 1000], unit: "s" },
    { what: "start to the first page", values: [shop.openedAfter / 1000], unit: "s" },
    {
      what: "first listing after a restart",
      values: first?.values ?? [],
      unit: "ms",
      bar: { atMost: bars.firstListing },
    },
    ...rest,
    ...memoryFigures(shop, bars.memory),
    ...(await measureChanges(shop, folder, 100)),
    ...(await measureImport(shop, folder)),
    ...memoryFigures(shop, bars.memory),
  ];
  await shop.stop();
  return figures;
}

/** The shop saves the index once it has not changed for a while. */
async function untilSaved(dataDir: string): Promise<void> {
  const deadline = performance.now() + maxBuildMs;
  while (!existsSync(join(dataDir, "catalogue-index.snapshot"))) {
    if (performance.now() > deadline) throw new Error("The index was not saved");
    await delay(100);
  }
}

/** Requests listings one after the other while another process imports a price, above any sale price, for every row. */
async function measureImport({ origin, dataDir }: Shop, folder: string): Promise<Figure[]> {
  const file = join(folder, "import.csv");
  const lines = Array.from({ length: importedRows }, (_, number) => `L-${number},${100_000 + (number % 5_000)}`);
  await writeFile(file, ["SKU,Regular price", ...lines].join("\n"));
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const child = spawn(process.execPath, ["scripts/shop.mjs", "import", "products", file], {
    cwd: projectDir,
    env: { PATH, HOME, TMPDIR, LANG, DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errorOutput = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errorOutput += text));
  const began = performance.now();
  const times: number[] = [];
  const connection = await TimingConnection.open(origin);
  const paths = [routes.shop(), `${routes.shop()}?orderby=price`, routes.shop(200), `${routes.shop()}?on_sale=yes`];
  const ended = once(child, "exit");
  while (child.exitCode === null && child.signalCode === null) {
    times.push(await msOf(connection, paths[times.length % paths.length] ?? "/"));
    await delay(20);
  }
  await ended;
  connection.close();
  if (child.exitCode !== 0) throw new Error(`The import failed: ${errorOutput}`);
  const sorted = times.toSorted((a, b) => a - b);
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
  return [
    {
      what: `importing ${importedRows.toLocaleString("en")} rows`,
      values: [(performance.now() - began) / 1000],
      unit: "s",
    },
    { what: "listing meanwhile", values: times, unit: "ms" },
    { what: "  p99", values: [p99], unit: "ms", bar: { atMost: bars.importing } },
    { what: "  the longest", values: [Math.max(...times)], unit: "ms", bar: { atMost: bars.importingMost } },
  ];
}
