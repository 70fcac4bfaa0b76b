import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { onLocalChange } from "#db/changes.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { importReviews } from "./import-reviews.ts";

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "chowk-reviews-"));
  return () => rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await database.pool.query("truncate products cascade");
  await database.pool.query("insert into products (id, type, slug, sku, name) values (1, 'simple', 'a', 'A', 'A')");
});

async function importRows(...rows: string[]) {
  const file = join(folder, "reviews.csv");
  await writeFile(file, `ID,Product SKU,Author,Email,Rating,Date,Body,Parent,Verified\n${rows.join("\n")}\n`);
  return importReviews(database.db, file);
}

const rating = async () =>
  (await database.pool.query("select rating_sum as sum, rating_count as count from products")).rows[0];

test("reviews, replies and ratings are imported; importing again changes nothing, and a change counts once", async () => {
  const rows = [
    "2,A,Shop,s@example.com,,2026-11-02,Thank you,1,0",
    "1,A,Sadia,a@example.com,5,2026-11-01T10:00:00Z,Good,,1",
  ];
  expect(await importRows(...rows, "3,A,Ali,b@example.com,2,2026-11-03,Hm,,0")).toMatchObject({
    created: 3,
    refused: [],
  });
  expect(await rating()).toEqual({ sum: 7, count: 2 });
  expect(await importRows(...rows)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  expect(await importRows("3,A,Ali,b@example.com,4,2026-11-03,Hm,,0")).toMatchObject({ updated: 1 });
  expect(await rating()).toEqual({ sum: 9, count: 2 });
});

test("a review that moves to another product changes and announces both", async () => {
  await database.pool.query("insert into products (id, type, slug, sku, name) values (2, 'simple', 'b', 'B', 'B')");
  await importRows("1,A,Sadia,,5,2026-11-01,Good,,1");
  const heard: string[] = [];
  const stop = onLocalChange((tags) => heard.push(...tags));
  expect(await importRows("1,B,Sadia,,5,2026-11-01,Good,,1")).toMatchObject({ created: 0, updated: 1 });
  stop();
  const { rows } = await database.pool.query(
    "select rating_sum as sum, rating_count as count from products order by id",
  );
  expect(rows).toEqual([
    { sum: 0, count: 0 },
    { sum: 5, count: 1 },
  ]);
  expect(heard.toSorted()).toEqual(["product:1", "product:2", "products"]);
});

test("a reply to a reply is refused every time, and an unchanged import announces nothing", async () => {
  const rows = [
    "1,A,Sadia,,5,2026-11-01,Good,,1",
    "2,A,Shop,,,2026-11-02,Thank you,1,0",
    "3,A,Sadia,,,2026-11-03,Welcome,2,1",
  ];
  const heard: unknown[] = [];
  const stop = onLocalChange((tags) => heard.push(tags));
  for (const created of [2, 0]) {
    const report = await importRows(...rows);
    expect(report).toMatchObject({ created, refused: [{ line: 4, reasons: ["there is no review 2 to reply to"] }] });
  }
  stop();
  expect(heard).toHaveLength(1);
});

test.each([
  [",A,Ali,,5,2026-11-03,Hm,,", /no ID/],
  ["1,X,Ali,,5,2026-11-03,Hm,,", /the product X is not in the shop/],
  ["1,A,,,5,2026-11-03,Hm,,", /no author/],
  ["1,A,Ali,,6,2026-11-03,Hm,,", /Rating "6" is not 1 to 5/],
  ["1,A,Ali,,5,yesterday,Hm,,", /"yesterday" is no date/],
  ["1,A,Ali,,5,2026-11-03,,,", /no text/],
  ["1,A,Ali,,5,2026-11-03,Hm,9,", /a reply has no rating/],
  ["1,A,Ali,,,2026-11-03,Hm,9,", /no review 9 to reply to/],
])("%s is reported, and the others are imported", async (row, reason) => {
  const report = await importRows(row, "50,A,Ali,,5,2026-11-03,Good,,");
  expect(report.created).toBe(1);
  expect(report.refused).toMatchObject([{ line: 2 }]);
  expect(report.refused[0]?.reasons.join()).toMatch(reason);
  expect(await rating()).toEqual({ sum: 5, count: 1 });
});
