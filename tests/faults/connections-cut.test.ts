import { sql } from "drizzle-orm";
import { Logger } from "graphile-worker";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { databaseOf, openPool } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { startWorker } from "#platform/jobs/job-queue.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
/** A connection outside the pool, which cutAll spares. */
let outsider: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  outsider = new pg.Client({ ...database.connection, application_name: "outsider" });
  await outsider.connect();
});
afterAll(() => outsider.end());

/** Terminates all connections of the pool, as the loss of the server would. @returns how many it terminated */
async function cutAll(): Promise<number> {
  const { rowCount } = await outsider.query(
    "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'chowk' and datname = current_database()",
  );
  return rowCount ?? 0;
}

async function untilTrue(condition: string): Promise<void> {
  const ask = async () => Object.values((await outsider.query(`select ${condition}`)).rows[0] ?? {})[0];
  await expect.poll(ask).toBe(true);
}

/** Opens a pool of the given size and records its reports of lost connections. */
function openSmallPool(max: number) {
  const lost: Error[] = [];
  const pool = openPool(database.connection, max, (error) => lost.push(error));
  onTestFinished(() => pool.end());
  return { pool, db: databaseOf(pool), lost };
}

test("a terminated connection fails its transaction; the pool replaces it", async () => {
  const { db, lost } = openSmallPool(3);
  let goOn = () => {};
  const cut = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const working = Array.from({ length: 3 }, () =>
    inTransaction(db, async (db) => {
      await db.execute(sql`select 1`);
      await cut;
      await db.execute(sql`select 2`);
    }),
  );
  const settled = Promise.allSettled(working);
  const idle = "state = 'idle in transaction' and application_name = 'chowk' and datname = current_database()";
  await untilTrue(`count(*) = 3 from pg_stat_activity where ${idle}`);
  expect(await cutAll()).toBe(3);
  await expect.poll(() => lost.length).toBe(3);
  goOn();
  expect((await settled).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  const { rows } = await db.execute(sql`select 1 as value`);
  expect(rows).toEqual([{ value: 1 }]);
});

test("a connection found dead at the start of a transaction leaves the pool", async () => {
  const { pool, db } = openSmallPool(1);
  pool.once("acquire", (client) => void client.query("select pg_terminate_backend(pg_backend_pid())").catch(() => {}));
  await expect(inTransaction(db, (db) => db.execute(sql`select 1`))).rejects.toThrow(/Failed query: begin/);
  const { rows } = await inTransaction(db, (db) => db.execute<{ value: number }>(sql`select 1 as value`));
  expect(rows).toEqual([{ value: 1 }]);
});

test("the worker resumes after every connection was terminated", async () => {
  const { pool } = openSmallPool(5);
  const done: unknown[] = [];
  const tasks = { greet: (payload: unknown) => void done.push(payload) };
  const logger = new Logger(() => () => undefined);
  const stop = startWorker({ pool, tasks, crontab: "", concurrency: 1, logger });
  onTestFinished(stop);
  await outsider.query("select graphile_worker.add_job('greet', '1')");
  await expect.poll(() => done).toEqual([1]);
  expect(await cutAll()).toBeGreaterThan(0);
  await outsider.query("select graphile_worker.add_job('greet', '2')");
  await expect.poll(() => done).toEqual([1, 2]);
});
