import { withStatementCount } from "#db/statement-count.ts";
import { withServer } from "./in-process-server.ts";

/**
 * Counts the SQL statements that each uncached page takes, at the connection of a second server in this process on the
 * running shop's database.
 */
export function countMissStatements(dataDir: string, buildDir: string, paths: readonly string[]): Promise<number[]> {
  return withServer(dataDir, buildDir, async (app) => {
    // Loads what the server caches across pages.
    await app.inject({ url: "/shop/", headers: { host: "localhost" } });
    const counts: number[] = [];
    for (const url of paths) {
      const miss = () => app.inject({ url, headers: { host: "counted.localhost", "accept-encoding": "identity" } });
      const { result, statements } = await withStatementCount(async () => miss());
      if (result.statusCode !== 200 || result.headers["x-cache"] !== "miss")
        throw new Error(`${url} is not a cache miss`);
      counts.push(statements);
    }
    return counts;
  });
}
