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
import { onExit } from "../cleanup.ts";
import type { Figure } from "../figure.ts";
import { ask } from "../requests.ts";
import { projectDir, type Shop } from "../shop.ts";

/** Ms after which a change counts as lost. */
const timeoutMs = 5_000;

/** A change that a merchant imports from a file, and the page that must show it. */
interface Change {
  what: "products" | "categories";
  csv: string;
  path: string;
  shows: string;
}

/** A product of the demo. */
const sku = "DEO-MM-60";
const productPath = routes.product("multivitamin-for-men");
const [parent, slug] = ["Vitamins", "multivitamins"];
const listingPath = routes.category("vitamins/multivitamins");

/** Price, stock and category name in turn, with another value each round. */
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

/** Receives change notifications like a serving process. */
interface ChangeListener {
  /** URL of the embedded database, so that the import connects as to an external server and does not stop it at the end. */
  url: string;
  /** When (ms since 1970) the first notification since `begin` arrived. */
  receivedSince(begin: number): Promise<number>;
  close(): Promise<void>;
}

async function listen({ dataDir }: Shop): Promise<ChangeListener> {
  const database = await openDatabase({ dataDir, databaseUrl: null, connections: 1, log: () => {} });
  const script = fileURLToPath(new URL("./change-listener.mjs", import.meta.url));
  const child = fork(script, [JSON.stringify([database.connection, changesChannel])], { execArgv: [] });
  const close = onExit(async () => {
    child.disconnect();
    await once(child, "exit");
    await database.close();
  });
  const received: number[] = [];
  child.on("message", (at: number) => received.push(at));
  await once(child, "message");
  return {
    url: databaseUrl(database.connection),
    async receivedSince(begin) {
      for (let waited = 0; waited < timeoutMs; waited += 5) {
        const first = received.find((at) => at >= begin);
        received.splice(0, first ? received.length : 0);
        if (first) return first;
        await delay(5);
      }
      throw new Error("The change was not announced");
    },
    close,
  };
}

/**
 * Measures how soon the shop shows changes made by another process: runs `npm run shop -- import` in this process, a thousand
 * times by default, while requesting the page continuously. From the commit to the end of the first response that shows it.
 */
export async function measureChanges(shop: Shop, folder: string, changes = 1_000): Promise<Figure[]> {
  const listener = await listen(shop);
  const delays: number[] = [];
  for (let round = 0; round < changes; round++) {
    const change = kinds[round % kinds.length]?.(round);
    if (change) delays.push(await seenAfter(shop, listener, change, join(folder, "change.csv")));
  }
  await listener.close();
  return [
    { what: "change by another process until shown", values: delays, unit: "ms" },
    { what: "  the latest", values: [Math.max(...delays)], unit: "ms", bar: { atMost: 100 } },
  ];
}

/**
 * @returns ms from the commit of a change to the end of the first response that shows it
 * @throws Error when the command fails, the change is not announced, or the page shows it too early or not at all
 */
async function seenAfter(
  shop: Shop,
  listener: ChangeListener,
  { what, csv, path, shows }: Change,
  file: string,
): Promise<number> {
  await writeFile(file, csv);
  if (await isShown(shop, path, shows)) throw new Error(`${path} shows "${shows}" before the change`);
  const begin = now();
  const [shownAt] = await Promise.all([
    untilShown(shop, path, shows, begin + timeoutMs),
    runCommand(shop, listener.url, ["import", what, file]),
  ]);
  const waited = shownAt - (await listener.receivedSince(begin));
  if (waited < 0) throw new Error(`${path} showed "${shows}" before the change was announced`);
  return waited;
}

/** Returns ms since 1970, with a higher resolution than Date.now() and comparable across processes. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

/** @returns when the response that shows it arrived */
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
