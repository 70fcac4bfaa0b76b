import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { databaseOf, openPool } from "#db/database.ts";
import { openEmbeddedPostgres } from "#db/embedded/embedded-postgres.ts";
import { migrateToOwn } from "#db/own-migrations.ts";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { databaseUrl } from "../support/database-url.ts";
import { Buyers, type Outcome } from "./buyers.ts";
import { type Fault, faults, type Scene } from "./faults.ts";
import { Host } from "./hosts.ts";
import { type Broken, countBroken } from "./invariants.ts";

/** A shop under attack. */
interface Setup {
  hosts: number;
  /** Per host. */
  processes: number;
}

export interface Row extends Broken {
  setup: string;
  rounds: number;
  orders: number;
  refused: number;
  repeated: number;
  /** The slowest host after a kill or restart, in ms. */
  slowestReady: number;
}

const setups: readonly Setup[] = [
  { hosts: 1, processes: 1 },
  { hosts: 1, processes: 3 },
  { hosts: 2, processes: 1 },
];

const buyersAtOnce = 12;
/** How long (ms) buyers are left alone between two faults. */
const restMs = 1_500;

/**
 * Runs every setup for a share of the time: buyers buy, faults strike one after the other, and the table says what was lost.
 * @returns whether nothing was, and every setup has sold something
 */
export async function torture(minutes: number): Promise<boolean> {
  const rows: Row[] = [];
  for (const setup of setups) {
    process.stdout.write(`${nameOf(setup)}\n`);
    rows.push(
      await tortureSetup(setup, (minutes * 60_000) / setups.length, (line) => process.stdout.write(`  ${line}\n`)),
    );
  }
  process.stdout.write(tableOf(rows));
  const failures = failuresOf(rows);
  for (const failure of failures) process.stdout.write(`${failure}\n`);
  return failures.length === 0;
}

/** Returns why a torture has failed, a sentence each. */
export function failuresOf(rows: readonly Row[]): string[] {
  return rows.flatMap(({ setup, orders, lost, doubled, oversold }) => [
    ...(lost + doubled + oversold > 0 ? [`${setup}: orders or pieces are wrong`] : []),
    // Nothing was proven.
    ...(orders === 0 ? [`${setup}: nobody could order`] : []),
  ]);
}

/** Tortures one setup for some ms, at least one round of every fault that fits it. */
export async function tortureSetup(setup: Setup, ms: number, log: (line: string) => void): Promise<Row> {
  const folder = await mkdtemp(join(tmpdir(), "chowk-torture-"));
  // PostgreSQL may run as another user.
  await chmod(folder, 0o755);
  const dataDir = join(folder, "data");
  const server = await openEmbeddedPostgres({ dataDir, log: () => {} });
  const pool = openPool(server.connection, 2);
  const hosts: Host[] = [];
  try {
    const stock = await fillShop(pool);
    for (let number = 1; number <= setup.hosts; number += 1)
      hosts.push(
        await Host.open({
          processes: setup.processes,
          dataDir: setup.hosts === 1 ? dataDir : join(folder, `host-${number}`),
          databaseUrl: setup.hosts === 1 ? null : databaseUrl(server.connection),
        }),
      );
    const scene: Scene = { hosts, processes: setup.processes, server, dataDir: folder, pool };
    const buyers = new Buyers(() => hosts.map(({ origin }) => origin), [...stock.keys()]);
    const buying = buyers.run(buyersAtOnce);
    const struck = await strikeFor(ms, scene, log).finally(() => buyers.stop());
    await buying;
    return rowOf(setup, struck, buyers.outcome, await countBroken(pool, buyers.outcome, stock));
  } finally {
    await Promise.all(hosts.map((host) => host.end("SIGKILL")));
    await pool.end();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes a shop with a scarce product and a plentiful one. @returns their stock by id */
export async function fillShop(pool: pg.Pool): Promise<Map<number, number>> {
  await migrateToOwn(pool);
  await pool.query(
    `insert into settings (key, value) values ('checkout_seconds', '0'), ('cod_orders_per_phone', '0'), ('orders_per_address', '0')`,
  );
  const db = databaseOf(pool);
  const stock = new Map<number, number>();
  for (const stockQuantity of [40, 1_000_000])
    stock.set(await addProduct(db, { stockQuantity, managesStock: true }), stockQuantity);
  return stock;
}

interface Struck {
  rounds: number;
  readyAfter: number[];
}

async function strikeFor(ms: number, scene: Scene, log: (line: string) => void): Promise<Struck> {
  const fitting = faults.filter(({ fits }) => fits?.(scene) ?? true);
  const struck: Struck = { rounds: 0, readyAfter: [] };
  const began = performance.now();
  while (struck.rounds < fitting.length || performance.now() - began < ms) {
    await delay(restMs);
    const fault = fitting[struck.rounds % fitting.length] as Fault;
    const at = performance.now();
    const ready = await fault.strike(scene);
    log(`${fault.name}: ${Math.round(performance.now() - at)} ms`);
    struck.rounds += 1;
    struck.readyAfter.push(...ready);
  }
  return struck;
}

const nameOf = ({ hosts, processes }: Setup) =>
  `${hosts} ${hosts === 1 ? "host" : "hosts"}, ${processes} ${processes === 1 ? "process" : "processes"}`;

function rowOf(setup: Setup, { rounds, readyAfter }: Struck, outcome: Outcome, broken: Broken): Row {
  const { confirmed, refused, repeated } = outcome;
  const slowestReady = Math.round(Math.max(0, ...readyAfter));
  return { setup: nameOf(setup), rounds, orders: confirmed.size, refused, repeated, slowestReady, ...broken };
}

function tableOf(rows: readonly Row[]): string {
  const columns: readonly (readonly [string, (row: Row) => string | number])[] = [
    ["setup", ({ setup }) => setup],
    ["faults", ({ rounds }) => rounds],
    ["orders", ({ orders }) => orders],
    ["refused", ({ refused }) => refused],
    ["repeated requests", ({ repeated }) => repeated],
    ["lost", ({ lost }) => lost],
    ["doubled", ({ doubled }) => doubled],
    ["oversold", ({ oversold }) => oversold],
    ["slowest ready (ms)", ({ slowestReady }) => slowestReady],
  ];
  const lines = [columns.map(([heading]) => heading), ...rows.map((row) => columns.map(([, of]) => String(of(row))))];
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)));
  return lines.map((line) => `${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}\n`).join("");
}
