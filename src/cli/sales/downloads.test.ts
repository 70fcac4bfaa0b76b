import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { orderOf } from "#shop/orders/downloads/downloads.fixtures.ts";
import { findGoods } from "#shop/orders/downloads/goods.ts";
import { localFiles } from "../../../tests/support/local-files.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import type { GivenOptions } from "../command.ts";
import { downloadsCommand } from "./downloads.ts";

let db: Database;
let folder: string;
beforeAll(async () => {
  ({ db } = await createTestDatabase());
  folder = await mkdtemp(join(tmpdir(), "downloads-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function printed(words: string[], options: GivenOptions = {}): Promise<string[]> {
  const lines: string[] = [];
  const context = {
    db,
    clock: { now: () => noon },
    files: localFiles(folder),
    print: (line: string) => lines.push(line),
  };
  await downloadsCommand.run(context, words, options);
  return lines;
}

async function fileNamed(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

test("files and licence keys are added, sold, listed, revoked and restored", async () => {
  expect(await printed(["list"])).toEqual(["No product is sold as a download or with licence keys."]);
  const product = String(await addProduct(db, { name: "Guide", sku: "GUIDE", regularPrice: 0 }));
  const path = await fileNamed("guide one.pdf", "%PDF");
  expect(await printed(["add", "GUIDE", path], { limit: "3", days: "30" })).toEqual([
    "Added: guide one.pdf as guide one.pdf. Orders from now on have it.",
  ]);
  const keys = await fileNamed("keys.csv", "AAA-1\nBBB-2\n\nAAA-1\n");
  expect(await printed(["keys", product, keys])).toEqual(["Added 2 licence keys; 1 were known."]);

  const { id } = await orderOf(db, Number(product), { quantity: 3 });
  const order = String(id);
  const file = (await findGoods(db, id)).downloads[0]?.id;
  expect(await printed(["order", order])).toEqual([
    "Files (number for revoke and restore, name, downloads, state):",
    `  ${file}  guide one.pdf  0 used, 9 left, until 2026-12-21 12:00  open`,
    "Licence keys (product, key):",
    "  Guide  AAA-1",
    "  Guide  BBB-2",
    "  Guide  1 licence key MISSING",
  ]);
  expect(await printed(["list"])).toEqual([
    `${product}  GUIDE  Guide  3 each  30 days`,
    "  guide one.pdf  guide one.pdf  guide one.pdf",
    "  licence keys: 0 free, 2 assigned, 1 MISSING",
  ]);
  expect(await printed(["keys", "GUIDE", await fileNamed("more.txt", "CCC-3\nDDD-4")])).toEqual([
    "Added 2 licence keys; 0 were known.",
    "1 waiting order got keys; the buyers are being mailed.",
  ]);
  expect(await printed(["revoke", order])).toEqual(["Revoked 1 file."]);
  expect((await printed(["order", order]))[1]).toMatch(/revoked$/);
  expect(await printed(["restore", order, String(file)])).toEqual(["Restored 1 file."]);
  expect(await printed(["end-keys", "GUIDE"])).toEqual(["Deleted 1 free licence key. Buyers keep theirs."]);
  expect((await printed(["remove", "GUIDE", "guide one.pdf"]))[0]).toContain("Those who have bought it keep it");
});

test("another file of the same name is stored next to the first, and a file on another server is named by its address", async () => {
  const product = String(await addProduct(db));
  await printed(["add", product, await fileNamed("same.pdf", "one")]);
  expect((await printed(["add", product, await fileNamed("same.pdf", "two")], { key: "second" }))[0]).toMatch(
    /^Added: same\.pdf as [0-9a-f]{12}\/same\.pdf\./,
  );
  expect((await printed(["add", product, "https://files.example/a.zip"], { name: "All" }))[0]).toContain(
    "Added: All as https://files.example/a.zip.",
  );
});

test.each([
  [["add", "no such product", "x.pdf"], "product_unknown"],
  [["keys", "no such product", "x.csv"], "product_unknown"],
  [["order", "0"], "order_unknown"],
])("%j is refused: %s", async (words, code) => {
  await expect(printed(words)).rejects.toMatchObject({ code });
});

test("wrong limits, missing files and unusable keys are named", async () => {
  const product = String(await addProduct(db));
  await expect(printed(["add", product, join(folder, "none.pdf")])).rejects.toThrow("There is no file");
  await expect(printed(["add", product, "https://a.example/x"], { limit: "-1" })).rejects.toThrow(
    "--limit takes a number",
  );
  await expect(printed(["remove", product, "none"])).rejects.toThrow('has no file "none"');
  expect(await printed(["keys", product, await fileNamed("bad.txt", "GOOD\nBAD\u0007\n")])).toEqual([
    "Line 2: not a licence key: up to 1,000 visible characters",
    "Added 1 licence key; 0 were known.",
  ]);
});

test.each(["key", "License key", "LICENCE_KEYS", "serial-number", "Code,Bought from"])(
  "a list's heading %s is no key",
  async (heading) => {
    const product = String(await addProduct(db));
    expect(await printed(["keys", product, await fileNamed("headed.csv", `${heading}\nKEY\nAAA-1\n`)])).toEqual([
      `Line 1: left out, because "${heading.split(",")[0]}" is a heading.`,
      "Added 2 licence keys; 0 were known.",
    ]);
  },
);
