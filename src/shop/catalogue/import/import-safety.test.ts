import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "csv-stringify/sync";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { localFiles } from "../../../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { exportProducts } from "../export/export-products.ts";
import { PictureProblem } from "../pictures/picture-file.ts";
import { importProducts } from "./import-products.ts";

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "chowk-safety-"));
  return () => rm(folder, { recursive: true, force: true });
});

const options = () => ({
  file: join(folder, "list.csv"),
  files: localFiles(folder),
});
const count = async (query: string) =>
  Number((await database.pool.query(`select count(*) as n from ${query}`)).rows[0].n);

/** Returns families of four, far apart in the file: a product and three variations. */
function families(howMany: number): string {
  const numbers = Array.from({ length: howMany }, (_, index) => index + 1);
  const shared = { "Attribute 1 name": "Pack", "Attribute 1 global": 1 };
  const rows = numbers.flatMap((number) => [
    {
      ID: number * 10,
      Type: "variable",
      SKU: `P${number}`,
      Name: `Product ${number}`,
      Parent: "",
      Tags: "a, b",
      Categories: "C",
      ...shared,
      "Attribute 1 value(s)": "1, 2, 3",
    },
    ...[1, 2, 3].map((value) => ({
      ID: number * 10 + value,
      Type: "variation",
      SKU: `P${number}-${value}`,
      Name: "",
      Parent: `P${number}`,
      ...shared,
      "Attribute 1 value(s)": value,
      "Regular price": 5,
    })),
  ]);
  return stringify(rows, { header: true, columns: [...new Set(rows.flatMap((row) => Object.keys(row)))] });
}

/** Runs an import in its own process and kills it after `after` progress reports. */
async function importAndKill(after: number): Promise<void> {
  const script = `
    const { databaseOf, openPool } = await import("#db/database.ts");
    const { importProducts } = await import("#shop/catalogue/import/import-products.ts");
    const { localFiles } = await import("./tests/support/local-files.ts");
    const db = databaseOf(openPool(${JSON.stringify(database.connection)}, 2));
    const files = localFiles(${JSON.stringify(folder)});
    const onProgress = (done) => process.stdout.write(done + "\\n");
    await importProducts(db, { file: ${JSON.stringify(options().file)}, files, onProgress });
    process.exit(0);`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    cwd: fileURLToPath(new URL("../../../..", import.meta.url)),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let reports = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    reports += chunk.toString().split("\n").length - 1;
    if (reports >= after) child.kill("SIGKILL");
  });
  await once(child, "close");
}

test("an import killed midway leaves every product complete or absent, and the next import completes it", async () => {
  await writeFile(options().file, families(600));
  await importAndKill(3);
  const there = await count("products where type = 'variable'");
  expect(there).toBeGreaterThan(0);
  expect(there).toBeLessThan(600);
  const whole = `products p where type = 'variable' and 3 = (select count(*) from products v join variation_attributes va
    on va.variation_id = v.id where v.parent_id = p.id) and 2 = (select count(*) from product_tags where product_id = p.id)
    and exists (select 1 from product_categories where product_id = p.id)
    and exists (select 1 from product_attributes where product_id = p.id and is_for_variations)`;
  await expect
    .poll(() => count("pg_stat_activity where datname = current_database() and state like 'idle in%'"))
    .toBe(0);
  expect(await count(whole)).toBe(await count("products where type = 'variable'"));
  const report = await importProducts(database.db, options());
  expect(report).toMatchObject({ refused: [], updated: 0 });
  expect(report.created + report.unchanged).toBe(2400);
  expect(await count(whole)).toBe(600);
}, 60_000);

test("a batch that the database aborts for another transaction is retried, and rows are locked in id order", async () => {
  await database.pool.query(`create sequence tries; create table seen (id bigint, at bigint generated always as identity);
    create function give_up_once() returns trigger language plpgsql as $$ begin
      if nextval('tries') = 2 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
      insert into seen values (new.id);
      return new; end $$;
    create trigger give_up_once before insert on products for each row execute function give_up_once()`);
  const rows = [900_003, 900_001, 900_002].map((ID) => ({ ID, Type: "simple", SKU: `C${ID}`, Name: `Late ${ID}` }));
  await writeFile(options().file, stringify(rows, { header: true }));
  expect(await importProducts(database.db, options())).toMatchObject({ created: 3, refused: [] });
  const { rows: seen } = await database.pool.query("select id::int from seen order by at");
  expect(seen.map(({ id }) => id)).toEqual([900_001, 900_002, 900_003]);
  await database.pool.query("drop function give_up_once cascade");
});

const nasty = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    "",
    "0",
    "1",
    "-1",
    "'=1",
    "=1",
    "id:1",
    "id:2",
    "A",
    "B",
    "simple",
    "variable",
    "variation",
    "grouped",
    "external",
  ),
  fc.constantFrom(
    "parent",
    "a > b",
    ">",
    "\\,",
    "a\\",
    "5",
    "5.5",
    "99999999999999999999",
    "2026-02-30",
    "\u0000",
    "\ud800",
    "é",
    "İ",
    '"',
  ),
  fc.constantFrom(
    "pictures/x.jpg",
    "../x",
    "/etc/passwd",
    "http://127.0.0.1/x",
    "<b>x",
    "<script>",
    "&",
    "Red",
    "red, Blue",
    "\n",
    "__proto__",
  ),
);
/** Usual values of each heading, so that most rows are valid and refer to each other. */
const usual: Readonly<Record<string, readonly string[]>> = {
  ID: ["", "", "1", "2", "3"],
  Type: ["simple", "variable", "variable", "variation", "variation", "grouped", "external", "simple, virtual"],
  SKU: ["", "", "A", "B", "C", "D"],
  Name: ["A", "B", "A+", "A-", "İ", "a\\"],
  Parent: ["A", "B", "id:1", "id:2"],
  Published: ["1", "0", "-1"],
  Description: ["<p>x</p>", "a & b\\n", "<table><tr><th>a</th><td>b</td></tr></table>"],
  Stock: ["", "5", "0", "parent"],
  "Regular price": ["10", "20", ""],
  "Sale price": ["", "", "5"],
  Categories: ["", "a > b", "a, a > b, b", "a &gt; b > c"],
  Tags: ["", "x, X", "é", "+"],
  Upsells: ["", "A, id:2", "B, B"],
  "Grouped products": ["", "C"],
  Position: ["", "1", "-5"],
  "Attribute 1 name": ["Pack", "pack", "Größe", ""],
  "Attribute 1 value(s)": ["Red", "red, Blue", "", "A+, A-", "blue"],
  "Attribute 1 global": ["1", "0", ""],
  "Attribute 1 default": ["", "Red"],
  "Download 1 URL": ["", "https://example.com/a.pdf"],
  "Meta: __proto__": ["", "x"],
  "Meta: _min_qty": ["", "2"],
  "Weight (kg)": ["", "0.5"],
  Images: ["", ""],
  Nonsense: ["x"],
};
const rowOf = (columns: readonly string[]) =>
  fc.tuple(
    ...columns.map((heading) =>
      fc.oneof(
        { arbitrary: fc.constantFrom(...(usual[heading] ?? [""])), weight: 60 },
        { arbitrary: nasty, weight: 1 },
      ),
    ),
  );
const lists = fc
  .subarray(Object.keys(usual), { minLength: 2 })
  .chain((columns) => fc.tuple(fc.constant(columns), fc.array(rowOf(columns), { maxLength: 9 })))
  .map(([columns, rows]) => stringify([columns, ...rows]));

const refuse = () => Promise.reject(new PictureProblem("the server does not respond"));

/**
 * Truncates only tables with rows, except settings and migrations: truncating empty ones takes as long as an import.
 */
const clear = () =>
  database.db.execute(sql`do $$ declare filled regclass; begin
    set local session_replication_role = replica;
    for filled in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not in ('settings', 'migrations') and pg_relation_size(oid) > 0
    loop execute format('delete from %s', filled); end loop; end $$`);

test("any imported data, exported into an empty shop, is exported identically", async () => {
  const check = async (text: string) => {
    await clear();
    await writeFile(options().file, text);
    await importProducts(database.db, { ...options(), fetchPicture: refuse });
    const exported: string[] = [];
    for (const name of ["one.csv", "two.csv"]) {
      const file = join(folder, name);
      await exportProducts(database.db, { ...options(), file });
      exported.push(await readFile(file, "utf8"));
      await clear();
      expect((await importProducts(database.db, { ...options(), file })).refused).toEqual([]);
    }
    expect(exported[1]).toBe(exported[0]);
  };
  await fc.assert(fc.asyncProperty(lists, check), { numRuns: 40 });
}, 120_000);

test("for any file, every row is imported completely or reported, and a second import adds nothing", async () => {
  const check = async (text: string) => {
    await clear();
    await writeFile(options().file, text);
    const first = await importProducts(database.db, { ...options(), fetchPicture: refuse });
    expect(await count("products")).toBe(first.created);
    expect(
      await count(
        "products v left join products p on p.id = v.parent_id where v.type = 'variation' and p.type <> 'variable'",
      ),
    ).toBe(0);
    expect(await count("products where sale_price >= regular_price or name = ''")).toBe(0);
    const second = await importProducts(database.db, { ...options(), fetchPicture: refuse });
    expect([second.created, second.updated]).toEqual([0, 0]);
    expect(second.refused.length).toBe(first.refused.length);
  };
  await fc.assert(fc.asyncProperty(lists, check), { numRuns: 60 });
  await fc.assert(fc.asyncProperty(fc.string({ maxLength: 200, unit: "binary" }), check), { numRuns: 40 });
}, 120_000);
