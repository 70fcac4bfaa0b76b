import { createRequire } from "node:module";
import { beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../tests/support/test-database.ts";
import { countJobs, newestJobMigration } from "./job-schema.ts";

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
