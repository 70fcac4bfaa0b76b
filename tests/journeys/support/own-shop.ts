import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { type Database, databaseOf, openPool } from "#db/database.ts";
import { openEmbeddedPostgres } from "#db/embedded/embedded-postgres.ts";
import { emptyDataDir, newDataDir, type RunningShop, type ShopOptions, startShop } from "./start-shop.ts";

/** The data of a shop of the test's own, which outlive its processes. */
export interface OwnShop {
  dataDir: string;
  /** Where the database is; undefined: the embedded one. */
  databaseUrl: string | undefined;
  /** Starts the shop without the demo, each time at the same address; it ends with the test. `databaseUrl`: another way to the same database. */
  start(options?: Pick<ShopOptions, "processes" | "databaseUrl" | "smtpUrl">): Promise<RunningShop>;
  /** Looks into the database beside a shop that runs, and lets go of it again: then only the shop holds it. */
  look<Seen>(work: (db: Database) => Promise<Seen>): Promise<Seen>;
}

/** A worker's own, and none that the system hands out: it is free again when a shop has been killed. */
export const ownPort = 20_000 + (process.pid % 10_000);

/**
 * A data folder, and on the server that TEST_DATABASE_URL names a database; both go with the test. `isNew`: nothing is in
 * the folder, not even a database; default: one that has its tables.
 */
export async function ownShop({ isNew = false } = {}): Promise<OwnShop> {
  const database = await createDatabase(process.env.TEST_DATABASE_URL);
  const dataDir = await (database || isNew ? emptyDataDir() : newDataDir(inject("bareDataDir")));
  onTestFinished(async () => {
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const databaseUrl = database?.url;
  return {
    dataDir,
    databaseUrl,
    async start(options = {}) {
      const shop = await startShop({ dataDir, databaseUrl, port: ownPort, isBare: true, ...options });
      onTestFinished(() => shop.stop());
      return shop;
    },
    look: (work) => lookInto(dataDir, databaseUrl, work),
  };
}

/** Works in the database of a data folder, or of a server, and lets go of it again. */
export async function lookInto<Seen>(
  dataDir: string,
  databaseUrl: string | undefined,
  work: (db: Database, pool: pg.Pool) => Promise<Seen>,
): Promise<Seen> {
  const embedded = databaseUrl === undefined ? await openEmbeddedPostgres({ dataDir, log: () => {} }) : undefined;
  const pool = openPool(embedded?.connection ?? { connectionString: databaseUrl }, 2);
  try {
    return await work(databaseOf(pool), pool);
  } finally {
    await pool.end();
    await embedded?.close();
  }
}

/** An empty database of this run's own on the server that is given; none means the embedded one. */
export async function createDatabase(serverUrl: string | undefined) {
  if (!serverUrl) return undefined;
  const name = `chowk_journeys_${randomBytes(6).toString("hex")}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await administer(serverUrl, `create database ${name}`);
  return { url: url.href, drop: () => administer(serverUrl, `drop database ${name} with (force)`) };
}

async function administer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
