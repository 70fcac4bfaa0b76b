import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import * as records from "#shop/catalogue/listing-records.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/test-database.ts";
import { CatalogueKeeper } from "./catalogue-keeper.ts";

vi.mock("#shop/catalogue/listing-records.ts", { spy: true });

let database: TestDatabase;
let keeper: CatalogueKeeper;
const noon = Date.UTC(2026, 10, 21, 12);
const after = (seconds: number) => new Date(noon + seconds * 1000);

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  await database.pool.query("delete from products");
  await addProduct("a");
  keeper = new CatalogueKeeper(database.db);
  readings().mockClear();
});

const readings = () => vi.mocked(records.listEntryRecordsAfter);
const sizeAt = async (now: Date) => (await keeper.get(now)).products.size;

/** Adds a product of which nobody hears, as another process would while no news arrive. */
async function addProduct(slug: string): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    "insert into products (type, slug, name, regular_price) values ('simple', $1, $1, 100) returning id",
    [slug],
  );
  return rows[0]?.id ?? 0;
}

test("the catalogue is read once for all who ask, until everything changes", async () => {
  expect(await Promise.all([sizeAt(after(0)), sizeAt(after(0)), sizeAt(after(900))])).toEqual([1, 1, 1]);
  expect(readings()).toHaveBeenCalledOnce();
  await addProduct("b");
  keeper.forget("*");
  expect(await sizeAt(after(901))).toBe(2);
});

test.each([1, 2, 3, 4, 5])("%d products are read in batches of two, each once", async (count) => {
  for (let more = 1; more < count; more++) await addProduct(`b${more}`);
  keeper = new CatalogueKeeper(database.db, 2);
  expect(await sizeAt(after(0))).toBe(count);
  expect(readings()).toHaveBeenCalledTimes(Math.floor(count / 2) + 1);
});

test("a batch that cannot be read fails those who wait, and the next who asks has all", async () => {
  for (const slug of ["b", "c"]) await addProduct(slug);
  keeper = new CatalogueKeeper(database.db, 1);
  const { listEntryRecordsAfter: read } = await vi.importActual<typeof records>("#shop/catalogue/listing-records.ts");
  readings().mockImplementationOnce(read).mockRejectedValueOnce(new Error("away"));
  await expect(sizeAt(after(0))).rejects.toThrow("away");
  expect(await sizeAt(after(1))).toBe(3);
});

test("while no news arrive it is read once a minute, by one reading for all who ask meanwhile", async () => {
  await sizeAt(after(0));
  keeper.setNewsLost(true);
  await addProduct("b");
  expect(await Promise.all([1, 1, 2, 60].map((second) => sizeAt(after(second))))).toEqual([2, 2, 2, 2]);
  expect(readings()).toHaveBeenCalledTimes(2);
  await addProduct("c");
  expect(await Promise.all([61, 61, 62].map((second) => sizeAt(after(second))))).toEqual([3, 3, 3]);
  expect(readings()).toHaveBeenCalledTimes(3);
});

test("what this process changes is seen at once, news or not", async () => {
  keeper.setNewsLost(true);
  await sizeAt(after(0));
  const id = await addProduct("b");
  keeper.forget([`product:${id}`]);
  expect(await sizeAt(after(1))).toBe(2);
});

test("when news arrive again everything is read again: what changed meanwhile was not heard", async () => {
  keeper.setNewsLost(true);
  await sizeAt(after(0));
  await addProduct("b");
  keeper.setNewsLost(false);
  expect(await sizeAt(after(1))).toBe(2);
});

test("who waits on a reading that fails fails with it, and the next who asks begins another", async () => {
  readings().mockRejectedValueOnce(new Error("gone")).mockRejectedValueOnce(new Error("gone again"));
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => sizeAt(after(0))));
  expect(answers.every(({ status }) => status === "rejected")).toBe(true);
  expect(readings()).toHaveBeenCalledTimes(2);
  expect(await sizeAt(after(1))).toBe(1);
});

describe("there is no counter, and the database counts,", () => {
  test("while news are lost", async () => {
    await keeper.get(after(0));
    expect(await keeper.counter(after(0))).toBeDefined();
    keeper.setNewsLost(true);
    await keeper.get(after(0));
    expect(await keeper.counter(after(0))).toBeUndefined();
  });

  test("when everything changes while it is waited for", async () => {
    await keeper.get(after(0));
    keeper.forget([`product:${await addProduct("b")}`]);
    const counter = keeper.counter(after(1));
    keeper.forget("*");
    expect(await counter).toBeUndefined();
    expect(await sizeAt(after(1))).toBe(2);
  });

  test("when what changed cannot be read, which whoever lists is told", async () => {
    await keeper.get(after(0));
    keeper.forget([`product:${await addProduct("b")}`]);
    vi.mocked(records.listEntryRecords).mockRejectedValueOnce(new Error("gone"));
    expect(await keeper.counter(after(1))).toBeUndefined();
    vi.mocked(records.listEntryRecords).mockRejectedValueOnce(new Error("gone"));
    await expect(keeper.get(after(1))).rejects.toThrow("gone");
    expect((await keeper.counter(after(1)))?.([])).toBe(0);
  });
});
