import { pino } from "pino";
import { readConfig } from "#config";
import { openDatabase } from "#db/open.ts";
import { withStatementCount } from "#db/statement-count.ts";
import { systemClock } from "#platform/clock.ts";
import { loadSecretKeys } from "#platform/secret-keys.ts";
import { buildServer } from "#server";
import { projectDir } from "./shop.ts";

/**
 * SQL statements that each of these pages takes when it is not in the cache, counted at the connection: the server is
 * built here once more, on the database of the shop that runs.
 */
export async function countMissStatements(
  dataDir: string,
  buildDir: string,
  paths: readonly string[],
): Promise<number[]> {
  const config = readConfig({ DATA_DIR: dataDir }, projectDir);
  const database = await openDatabase({ ...config, connections: 5, log: () => {} });
  const keys = await loadSecretKeys(dataDir, null, systemClock.now());
  const log = pino({ level: "silent" });
  const app = await buildServer({ config, database, keys, clock: systemClock, log, buildDir });
  try {
    // What the server reads once and keeps is no part of a page.
    await app.inject({ url: "/shop/", headers: { host: "localhost" } });
    const counts: number[] = [];
    for (const url of paths) {
      const miss = () => app.inject({ url, headers: { host: "counted.localhost", "accept-encoding": "identity" } });
      const { result, statements } = await withStatementCount(async () => miss());
      if (result.statusCode !== 200 || result.headers["x-cache"] !== "miss") throw new Error(`${url} is no miss`);
      counts.push(statements);
    }
    return counts;
  } finally {
    await app.close();
    await database.close();
  }
}
