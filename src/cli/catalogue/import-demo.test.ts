import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { listPictureFaults } from "#shop/content/pictures/picture-faults.ts";
import { localFiles } from "../../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { type ImportContext, importDemo, importDemoOnce } from "./import-demo.ts";

const demo = fileURLToPath(new URL("../../../demo", import.meta.url));
const lines: string[] = [];
let database: TestDatabase;
let context: ImportContext;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "chowk-demo-"));
  context = {
    db: database.db,
    pool: database.pool,
    clock: { now: () => new Date("2026-11-21T12:00:00Z") },
    files: localFiles(folder),
    print: (line) => lines.push(line),
  };
  return () => rm(folder, { recursive: true, force: true });
});

const one = async (query: ReturnType<typeof sql>) => Object.values((await database.db.execute(query)).rows[0] ?? {})[0];

test("the demo writes amounts in its own money format", async () => {
  for (const file of ["products.csv", "home.json", "content/pages/faq.html", "content/pages/terms.html"])
    expect([file, (await readFile(join(demo, file), "utf8")).match(/PKR/g)]).toEqual([file, null]);
});

test("two concurrent first starts import the demo shop once, completely", async () => {
  const [a, b] = await Promise.all([importDemoOnce(context, demo), importDemoOnce(context, demo)]);
  const report = a ?? b;
  expect(a === null || b === null).toBe(true);
  expect(report?.flatMap(({ report }) => report.refused)).toEqual([]);
  expect(report?.flatMap(({ report }) => report.notes)).toEqual([]);
  expect(await one(sql`select count(*) from products where type <> 'variation'`)).toBeGreaterThanOrEqual(40);
  expect(await one(sql`select count(*) from articles where type = 'post'`)).toBe(10);
  expect(
    await one(sql`select count(*) from products where type = 'variable' and not exists
    (select 1 from products v where v.parent_id = products.id)`),
  ).toBe(0);
  expect(
    await one(sql`select count(*) from products p where rating_count <> (select count(rating) from reviews r
    where r.product_id = p.id and r.status = 'approved')`),
  ).toBe(0);
  expect(await one(sql`select string_agg(slug, ' ' order by slug) from contact_forms`)).toBe(
    "contact newsletter wholesale",
  );
  expect(await one(sql`select rating_count from products where sku = 'DEO-HG-120'`)).toBeGreaterThan(3);
  expect(await one(sql`select facts -> 0 ->> 'label' from products where sku = 'DEO-HG-120'`)).toBe("Brand");
}, 60_000);

test("pictures with committed renditions are imported with them, without a job", async () => {
  const pictures = await one(sql`select count(*) from media`);
  expect(pictures).toBeGreaterThan(100);
  expect(await one(sql`select count(*) from media where renditions_made_at is null`)).toBe(0);
  expect(await one(sql`select count(*) from graphile_worker.jobs where task_identifier = 'make-renditions'`)).toBe(0);
});

test("every picture of an article or page has an alternative text and a caption", async () => {
  expect(await listPictureFaults(context.db, context.clock.now())).toEqual([]);
});

test("a second import changes nothing; a shop that was emptied stays empty", async () => {
  const again = await importDemo(context, demo);
  for (const { part, report } of again) expect([part, report.created, report.updated]).toEqual([part, 0, 0]);
  expect(await importDemoOnce(context, demo)).toBeNull();
}, 60_000);
