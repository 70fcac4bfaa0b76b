import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { localFiles } from "../../../tests/support/local-files.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { backupCommand } from "./backup.ts";

test("a backup prints one line with its contents, and the tables if it is asked to", async () => {
  const { pool } = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "backup-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = localFiles(folder);
  await files.media.put("honey.jpg", Buffer.from("picture"));
  const file = join(folder, "shop.backup");
  const run = async (options: Record<string, true>) => {
    const lines: string[] = [];
    await backupCommand.run({ pool, files, print: (line) => void lines.push(line) }, [file], options);
    return lines;
  };
  const [line, ...others] = await run({});
  expect(others).toEqual([]);
  expect(line).toMatch(/^Wrote \S+shop\.backup: \d+ rows of \d+ tables and 1 file, \d+\.\d MB\.$/);
  const tables = Number(/of (\d+) tables/.exec(line ?? "")?.[1]);
  const verbose = await run({ force: true, verbose: true });
  expect(verbose).toHaveLength(tables + 1);
  expect(verbose).toContainEqual(expect.stringMatching(/^public\.orders: 0 rows$/));
});
