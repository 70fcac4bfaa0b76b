import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
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

/** A connection to the shop's database besides the import's. */
interface ChangeLog {
  /** URL of the embedded database, so that the import connects as to an external server and does not stop it at the end. */
  url: string;
  /** When (ms since 1970) the first transaction since `begin` that announced a change began. @throws Error if none did */
  changedSince(begin: number): Promise<number>;
  close(): Promise<void>;
}

async function openChangeLog({ dataDir }: Shop): Promise<ChangeLog> {
  const database = await openDatabase({ dataDir, databaseUrl: null, connections: 1, log: () => {} });
  const close = onExit(() => database.close());
  return {
    url: databaseUrl(database.connection),
    async changedSince(begin) {
      const { rows } = await database.pool.query<{ ms: number | null }>(
        "select (extract(epoch from min(at)) * 1000)::float8 as ms from changes where at >= to_timestamp($1::float8 / 1000)",
        [begin],
      );
      const ms = rows[0]?.ms;
      if (typeof ms !== "number") throw new Error("The change was not announced");
      return ms;
    },
    close,
  };
}

/**
 * Notes when this process, in which the import runs, asks the database to commit.
 * @returns when (ms since 1970) it did so first since a moment; `stop` ends it
 */
function noteCommits(): { committedSince(begin: number): number; stop(): void } {
  const commits: number[] = [];
  const own = Object.getOwnPropertyDescriptor(pg.Client.prototype, "query") ?? {};
  const query = own.value as (...given: unknown[]) => unknown;
  const noting = function (this: pg.Client, ...given: [string | pg.QueryConfig, ...unknown[]]) {
    const [statement] = given;
    if ((typeof statement === "string" ? statement : statement.text) === "commit") commits.push(Date.now());
    return query.apply(this, given);
  };
  Object.defineProperty(pg.Client.prototype, "query", { ...own, value: noting });
  return {
    committedSince(begin) {
      const at = commits.find((at) => at >= begin);
      if (at === undefined) throw new Error("The change was not committed");
      return at;
    },
    stop: () => void Object.defineProperty(pg.Client.prototype, "query", own),
  };
}

/** Waits in another process for a page to show a text. */
interface PageWatcher {
  /** @returns when (ms since 1970) the response that shows it had arrived @throws Error if none does before the deadline */
  untilShown(url: string, text: string, deadline: number): Promise<number>;
  close(): Promise<void>;
}

function openWatcher(): PageWatcher {
  const child = fork(fileURLToPath(import.meta.resolve("./page-watcher.mjs")), { execArgv: [] });
  const close = onExit(async () => void child.kill());
  return {
    async untilShown(url, text, deadline) {
      child.send({ url, text, deadline });
      const [{ at, failure }] = (await once(child, "message")) as [{ at?: number; failure?: string }];
      if (at === undefined) throw new Error(failure);
      return at;
    },
    close,
  };
}

/**
 * Measures how soon the shop shows changes made by another process: runs `npm run shop -- import` in this process, a thousand
 * times by default, while a third one requests the page every few milliseconds. From the moment when the import asks the database to
 * commit, because on a busy machine nobody learns later of the commit at the same moment as the shop, to the end of the first
 * response that shows it.
 */
export async function measureChanges(shop: Shop, folder: string, changes = 1_000): Promise<Figure[]> {
  const log = await openChangeLog(shop);
  const commits = noteCommits();
  const watcher = openWatcher();
  const delays: number[] = [];
  for (let round = 0; round < changes; round++) {
    const change = kinds[round % kinds.length]?.(round);
    if (change)
      delays.push(await seenAfter(shop, { ...log, ...commits, ...watcher }, change, join(folder, "change.csv")));
  }
  commits.stop();
  await watcher.close();
  await log.close();
  return [
    { what: "change by another process until shown", values: delays, unit: "ms" },
    { what: "  the latest", values: [Math.max(...delays)], unit: "ms", bar: { atMost: 100 } },
  ];
}

/**
 * @returns ms from a change's commit to the end of the first response that shows it
 * @throws Error when the command fails, the change is not announced, or the page shows it too early or not at all
 */
async function seenAfter(
  shop: Shop,
  probes: Pick<ChangeLog, "url" | "changedSince"> &
    Pick<ReturnType<typeof noteCommits>, "committedSince"> &
    Pick<PageWatcher, "untilShown">,
  { what, csv, path, shows }: Change,
  file: string,
): Promise<number> {
  await writeFile(file, csv);
  if (await isShown(shop, path, shows)) throw new Error(`${path} shows "${shows}" before the change`);
  const begin = Date.now();
  const [shownAt] = await Promise.all([
    probes.untilShown(shop.origin + path, shows, begin + timeoutMs),
    runCommand(shop, probes.url, ["import", what, file]),
  ]);
  const waited = shownAt - probes.committedSince(await probes.changedSince(begin));
  if (waited < 0) throw new Error(`${path} showed "${shows}" before the change was committed`);
  return waited;
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
