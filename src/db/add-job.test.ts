import { setTimeout } from "node:timers/promises";
import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../tests/support/test-database.ts";
import { addingJob, tellWorkers } from "./add-job.ts";
import { inTransaction } from "./transaction.ts";

test("workers are notified of jobs added in SQL after the commit, once per batch, and not after a rollback", async () => {
  const { db, connection } = await createTestDatabase();
  const worker = new pg.Client(connection);
  await worker.connect();
  onTestFinished(() => worker.end());
  let heard = 0;
  worker.on("notification", () => void (heard += 1));
  // The first job of a task goes through the queue's own function, which notifies at once.
  await db.execute(sql`select ${addingJob("greet", sql`'{}'::json`)}`);
  await worker.query(`listen "jobs:insert"`);
  const add = (isRefused: boolean) =>
    inTransaction(db, async (db) => {
      for (const _ of [1, 2]) {
        await db.execute(
          sql`select ${addingJob("greet", sql`json_build_object('of', n)`)} from generate_series(1, 3) n`,
        );
        tellWorkers(db);
      }
      if (isRefused) throw new Error("no");
    });
  await expect(add(true)).rejects.toThrow("no");
  await setTimeout(60);
  expect(heard).toBe(0);
  await add(false);
  await expect.poll(() => heard).toBe(1);
  const { rows } = await db.execute(sql`select count(*)::int as jobs, sum((payload ->> 'of')::int)::int as sum
    from graphile_worker._private_jobs where is_available`);
  expect(rows).toEqual([{ jobs: 7, sum: 12 }]);
});
