import { withStatementCount } from "#db/statement-count.ts";
import { withServer } from "./in-process-server.ts";

/**
 * SQL statements that each of these pages takes when it is not in the cache, counted at the connection: the server is
 * built here once more, on the database of the shop that runs.
 */
export function countMissStatements(dataDir: string, buildDir: string, paths: readonly string[]): Promise<number[]> {
  return withServer(dataDir, buildDir, async (app) => {
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
  });
}
