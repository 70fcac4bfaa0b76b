import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { changesChannel } from "#db/changes.ts";
import { openDatabase } from "#db/open.ts";
import { routes } from "#routes";
import { runShopCommand } from "../../src/cli/shop.ts";
import { databaseUrl } from "../../tests/support/database-url.ts";
import { atEnd } from "../ending.ts";
import type { Figure } from "../figure.ts";
import { ask } from "../requests.ts";
import { projectDir, type Shop } from "../shop.ts";

/** Ms after which a change has not come. */
const patience = 5_000;

/** Something that a merchant changes by a file, and the page that has to show it. */
interface Change {
  what: "products" | "categories";
  csv: string;
  path: string;
  shows: string;
}

/** Of the demo shop, which stands among the 100,000. */
const sku = "DEO-MM-60";
const productPath = routes.product("multivitamin-for-men");
const [parent, slug] = ["Vitamins", "multivitamins"];
const listingPath = routes.category("vitamins/multivitamins");

/** Price, stock and the category's name in turn; each round's value is another one. */
const kinds: readonly ((round: number) => Change)[] = [
  (round) => ({
    what: "products",
    csv: `SKU,Regular price\n${sku},${500_000 + round}\n`,
    path: listingPath,
    shows: (500_000 + round).toLocaleString("en"),
  }),
  (round) => ({
    what: "products",
    csv: `SKU,Stock,Low stock amount\n${sku},${10_000 + round},20000\n`,
    path: productPath,
    shows: `Only ${(10_000 + round).toLocaleString("en")} left`,
  }),
  (round) => ({
    what: "categories",
    csv: `Path,Slug\n${parent} > Multivitamins ${round},${slug}\n`,
    path: listingPath,
    shows: `>Multivitamins ${round}</h1>`,
  }),
];

/** A process that hears of changes when they are committed, as every process that serves does. */
interface Ear {
  /** The database, as DATABASE_URL names it: who comes by it leaves without seeing whether the server stays. */
  url: string;
  /** When (ms since 1970) the first change since `begin` was heard of. */
  heardSince(begin: number): Promise<number>;
  close(): Promise<void>;
}

async function listen({ dataDir }: Shop): Promise<Ear> {
  const database = await openDatabase({ dataDir, databaseUrl: null, connections: 1, log: () => {} });
  const script = fileURLToPath(new URL("./ear.mjs", import.meta.url));
  const child = fork(script, [JSON.stringify([database.connection, changesChannel])], { execArgv: [] });
  const close = atEnd(async () => {
    child.disconnect();
    await once(child, "exit");
    await database.close();
  });
  const heard: number[] = [];
  child.on("message", (at: number) => heard.push(at));
  await once(child, "message");
  return {
    url: databaseUrl(database.connection),
    async heardSince(begin) {
      for (let waited = 0; waited < patience; waited += 5) {
        const first = heard.find((at) => at >= begin);
        heard.splice(0, first ? heard.length : 0);
        if (first) return first;
        await delay(5);
      }
      throw new Error("No process was told of the change");
    },
    close,
  };
}

/**
 * How soon the shop's process shows what another process has changed: `npm run shop -- import` runs in this one, a
 * thousand times by default, while the page is asked for without a break. From the commit to the end of the first answer with it.
 */
export async function measureChanges(shop: Shop, folder: string, changes = 1_000): Promise<Figure[]> {
  const ear = await listen(shop);
  const delays: number[] = [];
  for (let round = 0; round < changes; round++) {
    const change = kinds[round % kinds.length]?.(round);
    if (change) delays.push(await seenAfter(shop, ear, change, join(folder, "change.csv")));
  }
  await ear.close();
  return [
    { what: "change by another process until shown", values: delays, unit: "ms" },
    { what: "  the latest", values: [Math.max(...delays)], unit: "ms", bar: { atMost: 100 } },
  ];
}

/**
 * @returns ms from the commit of a change to the end of the first answer that shows it.
 * @throws when the command fails, is not heard of, or the page shows the change before it is made or not at all.
 */
async function seenAfter(shop: Shop, ear: Ear, { what, csv, path, shows }: Change, file: string): Promise<number> {
  await writeFile(file, csv);
  if (await isShown(shop, path, shows)) throw new Error(`${path} shows "${shows}" before it is so`);
  const begin = now();
  const [shownAt] = await Promise.all([
    untilShown(shop, path, shows, begin + patience),
    runCommand(shop, ear.url, ["import", what, file]),
  ]);
  const waited = shownAt - (await ear.heardSince(begin));
  if (waited < 0) throw new Error(`${path} showed "${shows}" before anybody was told`);
  return waited;
}

/** Ms since 1970, finer than the clock's and alike in all processes of the machine. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

/** @returns when the answer that shows it was there. */
async function untilShown(shop: Shop, path: string, shows: string, deadline: number): Promise<number> {
  while (now() < deadline) if (await isShown(shop, path, shows)) return now();
  throw new Error(`${path} does not show "${shows}"`);
}

async function isShown({ origin }: Shop, path: string, shows: string): Promise<boolean> {
  const { status, body } = await ask(origin, { path, headers: { "accept-encoding": "identity" } });
  if (status !== 200) throw new Error(`${path}: ${status}`);
  return body.includes(shows);
}

async function runCommand({ dataDir }: Shop, url: string, args: readonly string[]): Promise<void> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const environment = { DATABASE_URL: url, DATA_DIR: dataDir };
  const status = await runShopCommand(projectDir, args, { environment, print, printError: print });
  if (status !== 0) throw new Error(`npm run shop -- ${args.join(" ")}: ${lines.join("\n")}`);
}
