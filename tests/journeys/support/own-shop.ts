import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import pg from "pg";
import { beforeAll, inject, onTestFinished } from "vitest";
import { type Database, databaseOf, openPool } from "#db/database.ts";
import { openEmbeddedPostgres } from "#db/embedded/embedded-postgres.ts";
import { emptyDataDir, newDataDir, type RunningShop, type ShopOptions, startShop } from "./start-shop.ts";

/** Data of a test's own shop, which outlive its processes. */
export interface OwnShop {
  dataDir: string;
  /** URL of the database; undefined means the embedded one. */
  databaseUrl: string | undefined;
  /** Starts the shop without the demo, always at the same port; stops it with the test. `databaseUrl` overrides the URL. */
  start(options?: Pick<ShopOptions, "processes" | "databaseUrl" | "smtpUrl">): Promise<RunningShop>;
  /** Opens a database connection next to the running shop and closes it again, so that only the shop holds the database. */
  useDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result>;
}

/** A port per worker, outside the ephemeral range, so that it stays free when a shop has been killed. */
export const ownPort = 20_000 + (process.pid % 10_000);

const afterTest = (end: () => Promise<void>): void => onTestFinished(end);

/**
 * Creates a data folder, and a database on the server of TEST_DATABASE_URL if set; removes both after the test. With
 * `isNew`, the folder is empty; by default it has a migrated database.
 * @param onEnd registers what stops and removes it; default: after the test
 */
export async function ownShop({ isNew = false, onEnd = afterTest } = {}): Promise<OwnShop> {
  const database = await createDatabase(process.env.TEST_DATABASE_URL);
  const dataDir = await (database || isNew ? emptyDataDir() : newDataDir(inject("bareDataDir")));
  onEnd(async () => {
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const databaseUrl = database?.url;
  return {
    dataDir,
    databaseUrl,
    async start(options = {}) {
      const shop = await startShop({ dataDir, databaseUrl, port: ownPort, isBare: true, ...options });
      onEnd(() => shop.stop());
      return shop;
    },
    useDatabase: (work) => withDatabase(dataDir, databaseUrl, work),
  };
}

/**
 * Starts an own shop before a file's tests, which share it, and removes it after the last.
 * @param prepare changes the data before the start
 * @returns the shop's origin, in a test
 */
export function shareOwnShop(prepare: (db: Database) => Promise<unknown>): () => string {
  let origin: string;
  beforeAll(async () => {
    const ends: (() => Promise<void>)[] = [];
    const shop = await ownShop({ onEnd: (end) => ends.unshift(end) });
    await shop.useDatabase(prepare);
    ({ origin } = await shop.start());
    return async () => {
      for (const end of ends) await end();
    };
  });
  return () => origin;
}

/** Opens the database of a data folder or a server, and closes it after `work`. */
export async function withDatabase<Result>(
  dataDir: string,
  databaseUrl: string | undefined,
  work: (db: Database, pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const embedded = databaseUrl === undefined ? await openEmbeddedPostgres({ dataDir, log: () => {} }) : undefined;
  const pool = openPool(embedded?.connection ?? { connectionString: databaseUrl }, 2);
  try {
    return await work(databaseOf(pool), pool);
  } finally {
    await pool.end();
    await embedded?.close();
  }
}

/** Creates an empty database on the given server; returns undefined without one, for the embedded database. */
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
