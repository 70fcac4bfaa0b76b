import { createRequire } from "node:module";
import { beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { checkJobsStart, countJobs, newestJobMigration, secondsOfOldestDueJob } from "./job-schema.ts";

test("newestJobMigration matches the job queue's package", () => {
  const { migrations } = createRequire(import.meta.url)("graphile-worker/dist/generated/sql") as {
    migrations: Record<string, string>;
  };
  expect(Math.max(...Object.keys(migrations).map((name) => Number.parseInt(name, 10)))).toBe(newestJobMigration);
});

describe("countJobs", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });

  test("counts by state", async () => {
    const { pool } = database;
    expect(await countJobs(pool)).toEqual({ waiting: 0, running: 0, failed: 0 });
    for (const name of ["a", "a", "a", "b", "c"]) await pool.query("select graphile_worker.add_job($1)", [name]);
    const setState = (state: string, name: string) =>
      pool.query(
        `update graphile_worker._private_jobs j set ${state} from graphile_worker._private_tasks t
         where t.id = j.task_id and t.identifier = $1`,
        [name],
      );
    await setState("locked_at = now(), locked_by = 'w'", "b");
    await setState("attempts = max_attempts", "c");
    expect(await countJobs(pool)).toEqual({ waiting: 3, running: 1, failed: 1 });
  });
});

test("the oldest due job is neither running, failed, later nor behind another of its queue", async () => {
  const { pool } = await createTestDatabase();
  expect(await secondsOfOldestDueJob(pool)).toBe(0);
  const add = (name: string, minutes: number, queue: string | null = null) =>
    pool.query("select graphile_worker.add_job($1, '{}', $2, now() - interval '1 minute' * $3)", [
      name,
      queue,
      minutes,
    ]);
  const setState = (state: string, name: string) =>
    pool.query(
      `update graphile_worker._private_jobs j set ${state} from graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = $1`,
      [name],
    );
  await add("running", 60);
  await add("failed", 50);
  await add("behind", 40, "pictures");
  await add("later", -5);
  await setState("locked_at = now(), locked_by = 'w'", "running");
  await setState("attempts = max_attempts", "failed");
  await pool.query("update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'w'");
  expect(await secondsOfOldestDueJob(pool)).toBe(0);
  await add("due", 2);
  const seconds = await secondsOfOldestDueJob(pool);
  expect(seconds).toBeGreaterThanOrEqual(120);
  expect(seconds).toBeLessThan(180);
  await checkJobsStart(pool);
  await add("long due", 6);
  await expect(checkJobsStart(pool)).rejects.toThrow("Jobs are not worked on");
});
