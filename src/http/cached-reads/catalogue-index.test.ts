import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { onLocalChange } from "#db/changes.ts";
import { importProducts } from "#shop/catalogue/import/import-products.ts";
import { Offers } from "#shop/catalogue/index/offers.ts";
import { ProductSets } from "#shop/catalogue/index/product-sets.ts";
import * as records from "#shop/catalogue/index/records/listing-records.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { addTaxRate } from "#shop/taxes/tax-rates.ts";
import { localFiles } from "../../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { openCatalogueIndex, PeriodicRebuilds } from "./catalogue-index.ts";

vi.mock("#shop/catalogue/index/records/listing-records.ts", { spy: true });

let database: TestDatabase;
let index: ReturnType<typeof openCatalogueIndex>;
const noon = Date.UTC(2026, 10, 21, 12);
const noonDate = new Date(noon);
const place = { country: "", state: "", city: "" };
const after = (seconds: number) => new Date(noon + seconds * 1000);

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  await database.pool.query("delete from products");
  await addProduct("a");
  index = openCatalogueIndex(database.db);
  readings().mockClear();
  changeReadings().mockClear();
});

const readings = () => vi.mocked(records.listEntryRecordsAfter);
const changeReadings = () => vi.mocked(records.listEntryRecords);
const sizeOf = async (now: Date) => (await index.read(now)).choose({ place: "listing" }).total;

/** Adds a product without announcing it, as another process would while notifications are lost. */
async function addProduct(slug: string): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    "insert into products (type, slug, name, regular_price) values ('simple', $1, $1, 100) returning id",
    [slug],
  );
  return rows[0]?.id ?? 0;
}

/** A promise and the function that resolves it. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

const actual = () => vi.importActual<typeof records>("#shop/catalogue/index/records/listing-records.ts");

test("all readers share one build, and a change of everything triggers another", async () => {
  expect(await Promise.all([sizeOf(after(0)), sizeOf(after(0)), sizeOf(after(900))])).toEqual([1, 1, 1]);
  expect(readings()).toHaveBeenCalledOnce();
  await addProduct("b");
  index.apply("*");
  expect(await sizeOf(after(901))).toBe(2);
});

test("an import of several full batches updates its products without a rebuild", async () => {
  const folder = await mkdtemp(join(tmpdir(), "chowk-import-"));
  const lines = Array.from({ length: 600 }, (_, number) => `P${number},Product ${number},100`);
  const file = join(folder, "products.csv");
  await writeFile(file, ["SKU,Name,Regular price", ...lines].join("\n"));
  await sizeOf(after(0));
  const reads: Promise<number>[] = [];
  const onProgress = () => void reads.push(sizeOf(after(1)));
  const stop = onLocalChange((tags) => index.apply(tags));
  await importProducts(database.db, { file, files: localFiles(folder), onProgress });
  stop();
  await rm(folder, { recursive: true });
  await Promise.all(reads);
  await vi.waitFor(async () => expect(await sizeOf(after(1))).toBe(601), 20_000);
  expect(readings()).toHaveBeenCalledOnce();
});

test.each([1, 2, 3, 4, 5])("%d products are read in batches of two, each once", async (count) => {
  for (let more = 1; more < count; more++) await addProduct(`b${more}`);
  index = openCatalogueIndex(database.db, { batchSize: 2 });
  expect(await sizeOf(after(0))).toBe(count);
  expect(readings()).toHaveBeenCalledTimes(Math.floor(count / 2) + 1);
});

test("a batch that cannot be read fails the readers of the first build; the next reader gets all products", async () => {
  for (const slug of ["b", "c"]) await addProduct(slug);
  index = openCatalogueIndex(database.db, { batchSize: 1 });
  const { listEntryRecordsAfter: read } = await actual();
  readings().mockImplementationOnce(read).mockRejectedValueOnce(new Error("away"));
  await expect(sizeOf(after(0))).rejects.toThrow("away");
  expect(await sizeOf(after(1))).toBe(3);
});

test("a change is visible immediately", async () => {
  await sizeOf(after(0));
  const id = await addProduct("b");
  index.apply([`product:${id}`]);
  expect(await sizeOf(after(1))).toBe(2);
});

test("changes that keep arriving hold a reader up for two batches only", async () => {
  await sizeOf(after(0));
  const id = await addProduct("b");
  const { listEntryRecords: read } = await actual();
  let keepArriving = true;
  changeReadings().mockImplementation((...given) => {
    if (keepArriving) index.apply([`product:${id}`]);
    return read(...given);
  });
  index.apply([`product:${id}`]);
  expect((await index.read(after(1))).isCurrent).toBe(false);
  keepArriving = false;
  await expect.poll(async () => (await index.read(after(1))).isCurrent).toBe(true);
});

test.each(["update", "reprice"] as const)(
  "after an error in the middle of %s the index is built again",
  async (step) => {
    await sizeOf(after(0));
    const id = await addProduct("b");
    await setSetting(database.db, "prices_include_tax", step === "reprice" ? "yes" : "no");
    await setSetting(database.db, "prices_shown", step === "reprice" ? "excluding" : "including");
    vi.spyOn(ProductSets.prototype, step).mockImplementationOnce(() => {
      throw new Error("half-way");
    });
    index.apply([`product:${id}`, "settings"]);
    await expect(index.read(after(1))).rejects.toThrow("half-way");
    expect(readings()).toHaveBeenCalledOnce();
    expect(await sizeOf(after(1))).toBe(2);
    expect(readings()).toHaveBeenCalledTimes(2);
  },
);

test("after an error while a sale begins the index is built again", async () => {
  await database.pool.query("update products set sale_price = 60, sale_starts_at = $1", [after(10)]);
  await sizeOf(after(0));
  vi.spyOn(Offers.prototype, "shown").mockImplementationOnce(() => {
    throw new Error("half-way");
  });
  await expect(index.read(after(10))).rejects.toThrow("half-way");
  const counts = (await index.read(after(10))).choose({ place: "listing" }).count();
  expect([counts.onSale, counts.prices?.min]).toEqual([1, 60]);
  expect(readings()).toHaveBeenCalledTimes(2);
});

test("a failed first build fails all its readers, and the next reader starts another", async () => {
  readings().mockRejectedValueOnce(new Error("gone"));
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => sizeOf(after(0))));
  expect(answers.every(({ status }) => status === "rejected")).toBe(true);
  expect(readings()).toHaveBeenCalledOnce();
  expect(await sizeOf(after(1))).toBe(1);
});

describe("while the change log cannot be read", () => {
  const minute = 60_000;
  let rebuilds: PeriodicRebuilds;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    await sizeOf(after(0));
    rebuilds = new PeriodicRebuilds(index);
    rebuilds.start();
    rebuilds.start();
    return () => {
      rebuilds.stop();
      vi.useRealTimers();
    };
  });

  test("the catalogue is read again once a minute, by one build for all readers", async () => {
    await addProduct("b");
    vi.advanceTimersByTime(minute - 1);
    expect(await sizeOf(after(59))).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await Promise.all([60, 60, 61].map((second) => sizeOf(after(second))))).toEqual([2, 2, 2]);
    expect(readings()).toHaveBeenCalledTimes(2);
    await addProduct("c");
    vi.advanceTimersByTime(minute);
    expect(await sizeOf(after(120))).toBe(3);
    expect(readings()).toHaveBeenCalledTimes(3);
  });

  test("minutes without readers cost no build", () => {
    vi.advanceTimersByTime(10 * minute);
    expect(readings()).toHaveBeenCalledOnce();
  });

  test("a change made by this process is seen at once", async () => {
    index.apply([`product:${await addProduct("b")}`]);
    expect(await sizeOf(after(1))).toBe(2);
  });

  test("the rebuilds end when the log can be read again", async () => {
    rebuilds.stop();
    vi.advanceTimersByTime(2 * minute);
    await sizeOf(after(120));
    expect(readings()).toHaveBeenCalledOnce();
  });
});

describe("with more products than readers wait for", () => {
  let caughtUp: () => void;
  const whenCaughtUp = () => vi.waitFor(() => expect(caughtUp).toHaveBeenCalledOnce());
  const failures: unknown[] = [];

  beforeEach(async () => {
    failures.length = 0;
    index = openCatalogueIndex(database.db, { maxAwaited: 0, onError: (error) => void failures.push(error) });
    caughtUp = vi.fn();
    await sizeOf(after(0));
    index.onCaughtUp(caughtUp);
  });

  test("the previous state is used while a build hangs, and single changes are applied to it", async () => {
    const { opened, open } = gate();
    const { listEntryRecordsAfter: read } = await actual();
    readings().mockImplementationOnce((...given) => opened.then(() => read(...given)));
    const id = await addProduct("b");
    index.apply("*");
    expect((await index.read(after(1))).isCurrent).toBe(false);
    expect(await sizeOf(after(1))).toBe(1);
    index.apply([`product:${id}`]);
    await expect.poll(() => sizeOf(after(1))).toBe(2);
    expect((await index.read(after(1))).isCurrent).toBe(false);
    open();
    await whenCaughtUp();
    expect((await index.read(after(1))).isCurrent).toBe(true);
  });

  test("a change during a build is applied after it", async () => {
    const id = await addProduct("b");
    const { listEntryRecordsAfter: read } = await actual();
    const { opened, open } = gate();
    readings().mockImplementationOnce(async (...given) => {
      const rows = await read(...given);
      await opened;
      return rows;
    });
    index.apply("*");
    await index.read(after(1));
    await vi.waitFor(() => expect(readings()).toHaveBeenCalledTimes(2));
    await database.pool.query("update products set visibility = 'hidden' where id = $1", [id]);
    index.apply([`product:${id}`]);
    open();
    await whenCaughtUp();
    expect(await sizeOf(after(1))).toBe(1);
  });

  test("the previous state is used while changes are read; then all of them are visible", async () => {
    const { opened, open } = gate();
    const { listEntryRecords: read } = await actual();
    changeReadings().mockImplementationOnce((...given) => opened.then(() => read(...given)));
    const ids = [await addProduct("b"), await addProduct("c")];
    index.apply(ids.map((id) => `product:${id}` as const));
    const behind = await index.read(after(1));
    expect([behind.isCurrent, behind.choose({ place: "listing" }).total]).toEqual([false, 1]);
    open();
    await whenCaughtUp();
    const current = await index.read(after(1));
    expect([current.isCurrent, current.choose({ place: "listing" }).total]).toEqual([true, 3]);
  });

  test("nobody waits for the last batch of many changes", async () => {
    index = openCatalogueIndex(database.db, { maxAwaited: 1 });
    index.onCaughtUp(caughtUp);
    await index.read(after(0));
    const { opened, open } = gate();
    const { listEntryRecords: read } = await actual();
    changeReadings()
      .mockImplementationOnce(read)
      .mockImplementationOnce((...given) => opened.then(() => read(...given)));
    const ids = [await addProduct("b"), await addProduct("c")];
    index.apply(ids.map((id) => `product:${id}` as const));
    await index.read(after(1));
    await vi.waitFor(() => expect(changeReadings()).toHaveBeenCalledTimes(2));
    expect((await index.read(after(1))).isCurrent).toBe(false);
    open();
    await whenCaughtUp();
    expect(await sizeOf(after(1))).toBe(3);
  });

  test("a failure in the background is reported, and the next reader starts over", async () => {
    const failure = new Error("gone");
    readings().mockRejectedValueOnce(failure);
    await addProduct("b");
    index.apply("*");
    expect(await sizeOf(after(1))).toBe(1);
    await vi.waitFor(() => expect(failures).toEqual([failure]));
    await sizeOf(after(1));
    await whenCaughtUp();
    expect(await sizeOf(after(1))).toBe(2);
  });
});

test("prices follow the time and the settings without reading the products", async () => {
  await database.pool.query("update products set sale_price = 60, sale_starts_at = $1, sale_ends_at = $2", [
    after(10),
    after(20),
  ]);
  const onSale = async (second: number) => {
    const counts = (await index.read(after(second))).choose({ place: "listing" }).count();
    return [counts.onSale, counts.prices?.min];
  };
  expect(await onSale(0)).toEqual([0, 100]);
  expect(await onSale(10)).toEqual([1, 60]);
  expect(await onSale(20)).toEqual([0, 100]);
  await addTaxRate(
    database.db,
    { ...place, label: "GST", taxClass: "", perMillion: 500_000, coversCharges: true },
    noonDate,
  );
  await setSetting(database.db, "prices_include_tax", "no");
  await setSetting(database.db, "prices_shown", "including");
  index.apply(["settings"]);
  expect(await onSale(21)).toEqual([0, 150]);
  expect(readings()).toHaveBeenCalledOnce();
  expect(changeReadings()).not.toHaveBeenCalled();
});

describe("the database has to answer", () => {
  test("before the first build", async () => {
    expect(await index.readIfBuilt(after(0))).toBeUndefined();
    await index.read(after(0));
    expect(await index.readIfBuilt(after(0))).toBeDefined();
  });

  test("during a build that readers wait for", async () => {
    await index.read(after(0));
    await addProduct("b");
    index.apply("*");
    expect(await index.readIfBuilt(after(1))).toBeUndefined();
    expect(await sizeOf(after(1))).toBe(2);
  });

  test("if a change cannot be read, which fails the reader", async () => {
    await index.read(after(0));
    index.apply([`product:${await addProduct("b")}`]);
    changeReadings().mockRejectedValueOnce(new Error("gone"));
    expect(await index.readIfBuilt(after(1))).toBeUndefined();
    changeReadings().mockRejectedValueOnce(new Error("gone"));
    await expect(index.read(after(1))).rejects.toThrow("gone");
    expect((await index.readIfBuilt(after(1)))?.countListed([])).toBe(0);
  });
});
