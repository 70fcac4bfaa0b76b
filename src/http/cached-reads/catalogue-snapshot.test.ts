import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { currentCursor, voidCursors } from "#db/change-log.ts";
import { announceChange, type Tag } from "#db/changes.ts";
import { inTransaction } from "#db/transaction.ts";
import type { LiveIndex } from "#shop/catalogue/index/live-index.ts";
import * as records from "#shop/catalogue/index/records/listing-records.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase, type TestDatabase, untilChangesArePast } from "../../../tests/support/test-database.ts";
import { openCatalogueIndex } from "./catalogue-index.ts";

vi.mock("#shop/catalogue/index/records/listing-records.ts", { spy: true });

let database: TestDatabase;
let file: string;
const errors: unknown[] = [];
const now = new Date("2026-11-21T12:00:00Z");
const later = new Date("2026-11-22T12:00:00Z");

beforeEach(async () => {
  database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "chowk-snapshot-"));
  file = join(folder, "index");
  errors.length = 0;
  await database.pool.query(`insert into products (id, type, slug, name, regular_price, sale_price, sale_starts_at)
    overriding system value select 9000 + g, 'simple', 'p' || g, 'Product ' || g, g * 100, g * 50, '2026-11-22'
    from generate_series(1, 5) g`);
  await saveIndex();
  vi.mocked(records.listEntryRecordsAfter).mockClear();
  return () => rm(folder, { recursive: true });
});

const open = (own = database, version = "1", maxAwaited?: number) =>
  openCatalogueIndex(own.db, {
    ...(maxAwaited && { maxAwaited }),
    snapshot: { file, version, isWriter: true },
    onError: (error) => void errors.push(error),
  });

/** Builds an index and writes it to its file. */
async function saveIndex(): Promise<void> {
  const index = open();
  await index.read(now);
  await index.save(await currentCursor(database.db));
}

const lowestPrices = async (index: LiveIndex, moment = now) => {
  const choice = (await index.read(moment)).choose({ place: "listing" });
  return { ids: choice.order("price", 1, 10), min: choice.count().prices?.min };
};

const builds = () => vi.mocked(records.listEntryRecordsAfter).mock.calls.length;

/** Changes products in a transaction that announces the change. */
async function change(statement: string, tags: readonly Tag[]): Promise<void> {
  await inTransaction(database.db, async (db) => {
    await db.execute(statement);
    await announceChange(db, tags);
  });
}

const ids = [9001, 9002, 9003, 9004, 9005];

test("a restart reads the index from its file and no products from the database", async () => {
  expect(await lowestPrices(open())).toEqual({ ids, min: 100 });
  expect(builds()).toBe(0);
  expect(vi.mocked(records.listEntryRecords)).not.toHaveBeenCalled();
});

test("changes after the file was written, and sales that started, are visible after a restart", async () => {
  await change("update products set regular_price = 20, sale_price = null where id = 9005", ["product:9005"]);
  await change("delete from products where id = 9002", ["product:9002"]);
  await change(
    "insert into products (id, type, slug, name, regular_price) overriding system value values (9006, 'simple', 'n', 'New', 60)",
    ["product:9006"],
  );
  expect(await lowestPrices(open())).toEqual({ ids: [9005, 9006, 9001, 9003, 9004], min: 20 });
  expect((await lowestPrices(open(), later)).ids).toEqual([9005, 9001, 9006, 9003, 9004]);
  expect(builds()).toBe(0);
});

test("the first reader after a restart sees any number of changes", async () => {
  const tags = ids.map((id) => `product:${id}` as const);
  await change("update products set regular_price = 20, sale_price = null", tags);
  const index = open(database, "1", 1);
  const { isCurrent } = await index.read(now);
  expect({ isCurrent, ...(await lowestPrices(index)) }).toEqual({ isCurrent: true, ids, min: 20 });
  expect(builds()).toBe(0);
});

test("prices are recomputed after a restart with different settings", async () => {
  await database.pool.query(`insert into tax_rates (label, tax_class, per_million, covers_charges, created_at)
    values ('GST', '', 500000, true, now())`);
  await setSetting(database.db, "prices_include_tax", "no");
  await setSetting(database.db, "prices_shown", "including");
  expect(await lowestPrices(open())).toEqual({ ids, min: 150 });
  expect(builds()).toBe(0);
});

describe("the index is rebuilt from the products, and its file replaced,", () => {
  const spoil: Record<string, () => Promise<unknown>> = {
    "if the file is missing": () => rm(file),
    "if the file is truncated": async () => truncate(file, (await readFile(file)).length - 20),
    "if the file's header is truncated": () => truncate(file, 100),
    "if the file is empty": () => truncate(file, 0),
    "if a byte of its columns is corrupted": () => flipByte(-40),
    "if a byte of its header is corrupted": () => flipByte(60),
    "if the file is not a snapshot": () => writeFile(file, "x".repeat(5_000)),
    "after an update that migrated the database": () =>
      database.pool.query(
        "update migrations set name = name || '_other' where name = (select max(name) from migrations)",
      ),
    "after a backup was restored": () => voidCursors(database.db),
    "if the change log no longer reaches back to it": async () => {
      await change("update products set regular_price = 20 where id = 9005", ["product:9005"]);
      await untilChangesArePast(database);
      await database.pool.query(
        "with gone as (delete from changes returning xid) update change_log set pruned_xid = (select max(xid::text)::xid8 from gone)",
      );
    },
  };

  async function flipByte(at: number): Promise<void> {
    const bytes = await readFile(file);
    const place = at < 0 ? bytes.length + at : at;
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    await writeFile(file, bytes);
  }

  test.each(Object.keys(spoil))("%s", async (what) => {
    await spoil[what]?.();
    const index = open();
    expect((await lowestPrices(index)).ids).toHaveLength(5);
    expect(builds()).toBeGreaterThan(0);
    expect(errors).toEqual([]);
    await index.save(await currentCursor(database.db));
    vi.mocked(records.listEntryRecordsAfter).mockClear();
    await open().read(now);
    expect(builds()).toBe(0);
  });

  test("if another version of the code made it", async () => {
    expect((await lowestPrices(open(database, "2"))).ids).toHaveLength(5);
    expect(builds()).toBeGreaterThan(0);
  });

  test("if an SQL function changed after its products were read, even if it was saved later", async () => {
    const index = await openUnsaved();
    await database.pool.query("update sql_functions set hash = 'another' where name = 'search_text'");
    await index.save(await currentCursor(database.db));
    await open().read(now);
    expect(builds()).toBeGreaterThan(0);
  });

  test("if it belongs to another database", async () => {
    const other = await createTestDatabase();
    expect(await lowestPrices(open(other))).toEqual({ ids: [], min: undefined });
    expect(builds()).toBeGreaterThan(0);
  });
});

test("a process that ends between two writes leaves the first file, and later changes are read from the log", async () => {
  const index = open();
  await index.read(now);
  await change("update products set regular_price = 20, sale_price = null where id = 9005", ["product:9005"]);
  index.apply(["product:9005"]);
  // The index is behind, so nothing is written.
  const before = await readFile(file);
  await index.save(await currentCursor(database.db));
  expect(before.equals(await readFile(file))).toBe(true);
  expect(await lowestPrices(open())).toEqual({ ids: [9005, 9001, 9002, 9003, 9004], min: 20 });
});

test("a change interrupts writing the file, which is retried later", async () => {
  const index = open();
  index.apply(["product:9001"]);
  await index.read(now);
  const before = await readFile(file);
  const saving = index.save(await currentCursor(database.db));
  await change("update products set regular_price = 20, sale_price = null where id = 9005", ["product:9005"]);
  index.apply(["product:9005"]);
  expect((await lowestPrices(index)).min).toBe(20);
  await saving;
  await index.save(await currentCursor(database.db));
  expect(before.equals(await readFile(file))).toBe(false);
  expect(await readdir(join(file, ".."))).toEqual(["index"]);
  expect((await lowestPrices(open())).min).toBe(20);
});

/** Opens an index with a change that its file lacks. */
async function openUnsaved(): Promise<LiveIndex> {
  const index = open();
  await index.read(now);
  await change("update products set regular_price = 20, sale_price = null where id = 9005", ["product:9005"]);
  index.apply(["product:9005"]);
  await index.read(now);
  return index;
}

test("a save waits for one under way", async () => {
  const index = await openUnsaved();
  const before = await readFile(file);
  const cursor = await currentCursor(database.db);
  void index.save(cursor);
  await index.save(cursor);
  expect(before.equals(await readFile(file))).toBe(false);
});

test("only the writer process writes the file", async () => {
  await rm(file);
  const index = openCatalogueIndex(database.db, { snapshot: { file, version: "1", isWriter: false } });
  await index.read(now);
  await index.save(await currentCursor(database.db));
  expect(await readdir(join(file, ".."))).toEqual([]);
});
