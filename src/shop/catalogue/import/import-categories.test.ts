import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { localFiles } from "../../../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { importCategories } from "./import-categories.ts";

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "chowk-categories-"));
  return () => rm(folder, { recursive: true, force: true });
});

const importRows = (...rows: string[]) => importLines("Path,Slug,Description,Image,Position", ...rows);

async function importLines(...lines: string[]) {
  const file = join(folder, "categories.csv");
  await writeFile(file, `${lines.join("\n")}\n`);
  return importCategories(database.db, file, localFiles(folder).media);
}

test("a tree is imported in any row order, importing it again changes nothing, and a category moves with its slug", async () => {
  const rows = ["Oils > Fish,fish,<b>x</b>,,2", "Oils,oils,,,1"];
  expect(await importRows(...rows)).toMatchObject({ created: 1, updated: 1, refused: [] });
  expect(await importRows(...rows)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  expect(await importRows("Fish oils,fish,,,3")).toMatchObject({ refused: [] });
  const { rows: found } =
    await database.pool.query(`select c.slug, c.name, c.position, p.slug as parent from categories c
    left join categories p on p.id = c.parent_id order by c.position`);
  expect(found).toEqual([
    { slug: "oils", name: "Oils", position: 1, parent: null },
    { slug: "fish", name: "Fish oils", position: 3, parent: null },
  ]);
});

test("a missing column keeps description, picture and position; a renamed category is updated, not created", async () => {
  await copyFile("demo/pictures/moringa-facts.jpg", join(folder, "kept.jpg"));
  expect(await importRows("Kept,kept,<b>x</b>,kept.jpg,7")).toMatchObject({ created: 1, refused: [] });
  const read = async () =>
    (
      await database.pool.query(
        "select name, description, position, media_id is not null as pictured from categories where slug = 'kept'",
      )
    ).rows;
  const kept = { description: "<b>x</b>", position: 7, pictured: true };
  expect(await importLines("Path,Slug", "Kept,kept")).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
  expect(await importLines("Path,Slug", "Kept anew,kept")).toMatchObject({ created: 0, updated: 1, refused: [] });
  expect(await read()).toEqual([{ name: "Kept anew", ...kept }]);
  expect(await importRows("Kept anew,kept,,,")).toMatchObject({ updated: 1 });
  expect(await read()).toEqual([{ name: "Kept anew", description: "", position: 0, pictured: false }]);
});

test("a slug that is repeated or belongs to another path refuses the row with a reason, and the others are imported", async () => {
  await importRows("Twice,twice,,,1", "Other,other,,,1");
  const report = await importRows("Twice,other,,,1", "New,new,,,1", "Third,new,,,1", "Kids > New,,,,1");
  expect(report).toMatchObject({ created: 1 });
  expect(report.refused).toEqual([
    { line: 2, reasons: ['the slug "other" belongs to another category'] },
    { line: 4, reasons: ['the slug "new" is already on line 3'] },
    { line: 5, reasons: ['the slug "new" is already on line 3'] },
  ]);
});

test.each([
  [",a,,,1", /no path/],
  ["A,A b,,,1", /"A b" is no slug; a-b is/],
  ["A,a,,,x", /Position "x"/],
  ["A,a,,none.jpg,1", /none\.jpg: there is no such file/],
])("%s is reported, and the others are imported", async (row, reason) => {
  const report = await importRows(row, `Good ${row.length},,,,9`);
  expect(report.created + report.unchanged).toBe(1);
  expect(report.refused).toMatchObject([{ line: 2 }]);
  expect(report.refused[0]?.reasons[0]).toMatch(reason);
});
