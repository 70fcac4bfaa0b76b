import { beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { articlesCommand } from "./articles.ts";
import { mediaCommand } from "./media.ts";

let database: TestDatabase;
const lines: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
const run = async (...args: string[]) => {
  lines.length = 0;
  const print = (line: string) => void lines.push(line);
  await mediaCommand.run({ db: database.db, clock: { now: () => new Date() }, print }, args, {});
  return lines;
};

test("pictures that nothing shows, and those without texts, are listed and stay", async () => {
  expect(await run("unused")).toEqual(["Every picture is shown somewhere."]);
  await database.pool.query(`insert into media (id, content_hash, file, media_type, width, height, byte_size, title, created_at)
    select n, lpad(n::text, 64, '0'), n || '.jpg', 'image/jpeg', 1, 1, 3000, 'Tea ' || n, '2026-11-26T07:00Z' from generate_series(1, 2) n`);
  await database.pool.query(
    "insert into articles (type, slug, title, status, media_id) values ('post', 'tea', 'Tea', 'publish', 2)",
  );
  expect(await run("unused")).toEqual([
    "2026-11-26 07:00  1  3 kB  1.jpg  Tea 1",
    "1 picture that nothing in this shop shows. Other sites may link to them.",
  ]);
  expect(await run("undescribed")).toEqual([
    "tea: Picture 2 (Tea 2) has no alternative text.",
    "tea: Picture 2 (Tea 2) has no caption.",
  ]);
  const print = (line: string) => void lines.push(line);
  await articlesCommand.run({ db: database.db, clock: { now: () => new Date() }, print }, ["publish", "tea"], {});
  expect(lines.at(-1)).toBe("Picture 2 (Tea 2) has no caption.");
  expect((await database.pool.query("select from media")).rowCount).toBe(2);
  await expect(run("delete")).rejects.toThrow('There is no "media delete"');
});
