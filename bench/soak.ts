import autocannon from "autocannon";
import { sql } from "drizzle-orm";
import { openDatabase } from "#db/open.ts";
import { routes } from "#routes";
import { behindProxy } from "./behind-proxy.ts";
import { readCatalogue } from "./catalogue.ts";
import type { Figure } from "./figure.ts";
import { descriptorsOf, memoryOf } from "./processes.ts";
import { formHeaders } from "./requests.ts";
import type { Shop } from "./shop.ts";
import type { Workspace } from "./workspace.ts";

const networks = 200;
const connections = 16;
/** Seconds between two measurements of the database. */
const step = 20;

/**
 * Visits the shop from 200 networks without keeping cookies, so that each visit starts a session with a cart, and measures the
 * database, and the shop's memory and open descriptors. SOAK_VISITS is the number of visits; default: 1,000,000.
 */
export async function measureSoak(workspace: Workspace): Promise<Figure[]> {
  const total = Number(process.env.SOAK_VISITS ?? 1_000_000);
  const shop = await workspace.openShop(await behindProxy());
  const { buyableIds } = await readCatalogue(shop);
  const before = await measureDatabase(shop);
  const states: State[] = [];
  let visits = 0;
  while (visits < total) {
    const { requests, non2xx } = await autocannon({
      url: shop.origin,
      connections,
      duration: step,
      requests: [{ method: "POST", path: routes.shopCall("add_to_cart"), setupRequest: visitOf(buyableIds) }],
    });
    if (non2xx > 0) throw new Error(`${non2xx} visits failed`);
    visits += requests.total;
    const { megabytes, sessions } = await measureDatabase(shop);
    const state = { megabytes, memory: memoryOf([shop.pid]).pss, descriptors: descriptorsOf(shop.pid) };
    states.push(state);
    process.stderr.write(
      `  ${visits} visits: ${megabytes.toFixed(1)} MB, ${sessions} sessions, ${state.memory.toFixed(0)} MB of memory, ${state.descriptors} descriptors\n`,
    );
  }
  const after = await measureDatabase(shop);
  await shop.stop();
  return [
    { what: "visits of programs without cookies", values: [visits], unit: "" },
    { what: "  database before", values: [before.megabytes], unit: "MB" },
    {
      what: "  database meanwhile and at the end, largest",
      values: [Math.max(...states.map(({ megabytes }) => megabytes))],
      unit: "MB",
      bar: { atMost: 300 },
    },
    ...compareQuarters(states, "memory", "memory of the shop", "MB PSS"),
    ...compareQuarters(states, "descriptors", "open descriptors of the shop", ""),
    { what: "  sessions left", values: [after.sessions], unit: "" },
  ];
}

/** The shop between two rounds of visits. */
interface State {
  /** Size of the database. */
  megabytes: number;
  /** Of the shop's process, in MB (PSS). */
  memory: number;
  /** Open files and connections of the shop's process. */
  descriptors: number;
}

/** Compares the second quarter of the rounds, when caches and pools are full, with the last one. */
function compareQuarters(states: readonly State[], of: keyof State, what: string, unit: string): Figure[] {
  const quarter = Math.max(1, Math.floor(states.length / 4));
  const early = states.slice(quarter, 2 * quarter).map((state) => state[of]);
  const late = states.slice(-quarter).map((state) => state[of]);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return [
    { what: `  ${what}, second quarter`, values: early, unit },
    { what: `  ${what}, last quarter`, values: late, unit },
    {
      what: "  the last vs the second, by means",
      values: [(100 * mean(late)) / mean(early)],
      unit: "%",
      bar: { atMost: 110 },
    },
  ];
}

let sent = 0;

function visitOf([productId]: readonly number[]) {
  const body = `product_id=${productId}&quantity=1`;
  return (request: object) => {
    sent += 1;
    const address = `10.0.${sent % networks}.${(sent >> 8) & 255}`;
    return { ...request, body, headers: { ...formHeaders, "x-forwarded-for": address } };
  };
}

async function measureDatabase({ dataDir }: Shop): Promise<{ megabytes: number; sessions: number }> {
  const database = await openDatabase({ dataDir, databaseUrl: null, connections: 1, log: () => {} });
  try {
    const { rows } = await database.db.execute<{ megabytes: number; sessions: number }>(
      sql`select pg_database_size(current_database())::float8 / 1e6 as megabytes,
        (select count(*)::int from sessions) as sessions`,
    );
    return rows[0] ?? { megabytes: 0, sessions: 0 };
  } finally {
    await database.close();
  }
}
