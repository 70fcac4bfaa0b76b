import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { newestJobMigration } from "./job-schema.ts";

test("the newest migration of the job queue's package is known without loading it", () => {
  const { migrations } = createRequire(import.meta.url)("graphile-worker/dist/generated/sql") as {
    migrations: Record<string, string>;
  };
  expect(Math.max(...Object.keys(migrations).map((name) => Number.parseInt(name, 10)))).toBe(newestJobMigration);
});
