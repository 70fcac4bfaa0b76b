import { Logger } from "graphile-worker";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../tests/support/test-database.ts";
import { startWorker } from "./job-queue.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

const quiet = new Logger(() => () => undefined);

test("what a killed process had locked is worked on by the next one at once, and by one process only", async () => {
  const { pool } = database;
  await pool.query("select graphile_worker.add_job('greet', '{}')");
  await pool.query(
    "update graphile_worker._private_jobs set locked_by = 'worker-of-the-dead', locked_at = now(), attempts = 1",
  );
  const done: string[] = [];
  const start = (name: string) => {
    const tasks = { greet: () => void done.push(name) };
    const stop = startWorker({ pool, tasks, crontab: "", concurrency: 1, logger: quiet });
    onTestFinished(stop);
    return stop;
  };
  const stopFirst = start("first");
  start("second");
  await expect.poll(() => done.length, { timeout: 8000 }).toBe(1);
  await stopFirst();
  await pool.query("select graphile_worker.add_job('greet', '{}')");
  await expect.poll(() => done.length, { timeout: 8000 }).toBe(2);
});
