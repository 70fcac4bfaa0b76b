import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { readConfig } from "#config";
import { type OpenDatabase, openDatabase } from "#db/open.ts";
import { systemClock } from "#platform/clock.ts";
import { loadSecretKeys } from "#platform/secret-keys.ts";
import { buildServer } from "#server";
import { projectDir } from "./shop.ts";

/**
 * Builds a second server in this process, on the database of a data folder, and passes it to `work`. `prepare` gets the
 * database before its first connection is opened.
 */
export async function withServer<T>(
  dataDir: string,
  buildDir: string,
  work: (app: FastifyInstance) => Promise<T>,
  prepare: (database: OpenDatabase) => void = () => {},
): Promise<T> {
  const config = readConfig({ DATA_DIR: dataDir }, projectDir);
  const database = await openDatabase({ ...config, connections: 5, log: () => {} });
  prepare(database);
  const keys = await loadSecretKeys(dataDir, null, systemClock.now());
  const log = pino({ level: "silent" });
  const app = await buildServer({ config, database, keys, clock: systemClock, log, buildDir });
  try {
    return await work(app);
  } finally {
    await app.close();
    await database.close();
  }
}
