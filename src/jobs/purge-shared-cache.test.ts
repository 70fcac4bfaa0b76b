import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { runOnce } from "graphile-worker";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/test-database.ts";
import { purgeSharedCache } from "./purge-shared-cache.ts";

let database: TestDatabase;
let status: number;
let purges: { keys: string | undefined; body: unknown }[];
const cache = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const keys = request.headers["surrogate-key"];
    purges.push({ keys: String(keys), body: JSON.parse(Buffer.concat(chunks).toString()) });
    response.writeHead(status).end();
  });
});
let url: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await new Promise<void>((resolve) => cache.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(cache.address() as AddressInfo).port}/purge`;
});
afterAll(() => cache.close());
beforeEach(async () => {
  status = 204;
  purges = [];
  // The queue of a deleted job whose result was not written yet would stay locked.
  await database.pool.query(
    "delete from graphile_worker._private_jobs; delete from graphile_worker._private_job_queues",
  );
});

/** Runs all due jobs; their results may be written a moment later. */
const runJobs = () =>
  runOnce({
    pgPool: database.pool,
    taskList: { "purge-shared-cache": purgeSharedCache(database) },
    noHandleSignals: true,
  });
const queuedJobs = async () =>
  (await database.pool.query<{ last_error: string | null }>("select last_error from graphile_worker.jobs")).rows;

test("without a shared cache nothing is queued", async () => {
  await announceChange(database.db, ["product:7"]);
  expect(await queuedJobs()).toEqual([]);
});

test("a change purges the shared cache at once, and again after every process has read it or lost the log", async () => {
  await setSetting(database.db, "shared_cache_purge_url", url);
  await database.pool.query("delete from graphile_worker._private_jobs");
  await announceChange(database.db, ["product:7", "products"]);
  await runJobs();
  const purge = { keys: "product:7 products", body: { tags: ["product:7", "products"] } };
  expect(purges).toEqual([purge]);
  const { rows } = await database.pool.query(
    "select run_at > created_at + interval '5 s' as is_later from graphile_worker.jobs",
  );
  expect(rows).toEqual([{ is_later: true }]);
  await database.pool.query("update graphile_worker._private_jobs set run_at = now()");
  await runJobs();
  expect(purges).toEqual([purge, purge]);
  await eventually(async () => expect(await queuedJobs()).toEqual([]));
});

test.each([
  ["reset", (db: Database) => resetSetting(db, "shared_cache_purge_url")],
  ["cleared", (db: Database) => setSetting(db, "shared_cache_purge_url", "")],
  ["changed", (db: Database) => setSetting(db, "shared_cache_purge_url", "http://127.0.0.1:1/purge")],
])("all pages are purged twice from the cache at the previous URL when the setting is %s", async (_, change) => {
  await setSetting(database.db, "shared_cache_purge_url", url);
  await database.pool.query("delete from graphile_worker._private_jobs");
  await change(database.db);
  await runJobs();
  const purge = { keys: "settings", body: { tags: ["settings"] } };
  expect(purges).toEqual([purge]);
  await database.pool.query(
    "update graphile_worker._private_jobs set run_at = now() where payload::text like '%isSecond%'",
  );
  await runJobs();
  expect(purges).toEqual([purge, purge]);
});

test("the cache is not emptied when the setting stays the same", async () => {
  await setSetting(database.db, "shared_cache_purge_url", url);
  await database.pool.query("delete from graphile_worker._private_jobs");
  await setSetting(database.db, "shared_cache_purge_url", url);
  expect(await queuedJobs()).toHaveLength(1);
});

test("a refused purge is retried", async () => {
  await setSetting(database.db, "shared_cache_purge_url", url);
  await database.pool.query("delete from graphile_worker._private_jobs");
  status = 503;
  await announceChange(database.db, ["menus"]);
  await runJobs();
  const failed = { last_error: expect.stringContaining("503") as string };
  await eventually(async () => expect(await queuedJobs()).toMatchObject([failed]));
});
