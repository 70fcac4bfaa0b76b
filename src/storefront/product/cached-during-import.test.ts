import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Database } from "#db/database.ts";
import { withStatementCount } from "#db/statement-count.ts";
import { routes } from "#routes";
import { addGroup, addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { importProducts } from "#shop/catalogue/import/import-products.ts";
import * as cards from "#shop/catalogue/product-card.ts";
import { FormBrowser, openWholeShop } from "#wire/page-requests/whole-shop.fixtures.ts";
import { localFiles } from "../../../tests/support/local-files.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";

vi.mock("#shop/catalogue/product-card.ts", { spy: true });

let db: Database;
let app: FastifyInstance;
let folder: string;
let now = noon;
let teaId: number;
beforeAll(async () => {
  const database = await createTestDatabase();
  db = database.db;
  ({ app } = await openWholeShop(database, () => now));
  folder = await mkdtemp(join(tmpdir(), "chowk-import-"));
  await importLines("SKU,Name,Regular price,Categories", "TEA,Tea,1000,Drinks", "OTHER,Other,100,Others");
  const { rows } = await db.execute<{ id: string }>(sql`select id from products where sku = 'TEA'`);
  teaId = Number(rows[0]?.id);
  return () => rm(folder, { recursive: true });
});
beforeEach(() => {
  now = noon;
});
afterAll(() => app.close());

const get = (path: string) => new FormBrowser(app).get(path);
const cached = async (path: string) => (await get(path)).headers["x-cache"];

const shows = async (path: string, text: string) => (await get(path)).body.includes(text);

/** Adds a product with an upsell. @returns the path of its page */
async function addRecommending(upsellId: number): Promise<string> {
  const slug = `recommends-${upsellId}`;
  const id = await addProduct(db, { slug });
  await db.execute(sql`insert into product_links (product_id, kind, position, linked_id)
    values (${id}, 'upsell', 0, ${upsellId})`);
  return routes.product(slug);
}

async function importLines(...lines: string[]): Promise<void> {
  const file = join(folder, "list.csv");
  await writeFile(file, lines.join("\n"));
  const { refused } = await importProducts(db, { file, files: localFiles(folder) });
  expect(refused).toEqual([]);
}

/** Imports new products in several batches. */
const importOthers = (mark: string, count = 600) =>
  importLines(
    "SKU,Name,Regular price,Categories",
    ...Array.from({ length: count }, (_, number) => `${mark}${number},Other ${mark} ${number},100,Others`),
  );

describe("an import of other products", () => {
  test("keeps the cached page of a product, and renews listings", async () => {
    const page = routes.product("tea");
    for (const path of [page, routes.shop()]) await vi.waitUntil(async () => (await cached(path)) === "hit");
    await importOthers("A");
    expect(await cached(page)).toBe("hit");
    expect(await cached(routes.shop())).not.toBe("hit");
    await vi.waitUntil(() => shows(routes.shop(), "<sup>601</sup>"), 5000);
    expect(await cached(page)).toBe("hit");
  });

  test("keeps cards: a new render of a listing uses the same ones", async () => {
    const made = vi.mocked(cards.toCard);
    const path = routes.search("tea");
    await get(path);
    await importOthers("B");
    made.mockClear();
    const { headers, body } = await get(path);
    expect(headers["x-cache"]).not.toBe("hit");
    expect(body.includes(routes.product("tea"))).toBe(true);
    expect(made.mock.calls.filter(([record]) => record.self.id === teaId)).toEqual([]);
  });

  test("keeps the details: a page that is not cached reads only related products", async () => {
    const path = `${routes.product("tea")}?quantity=2`;
    const statements = async () => (await withStatementCount(() => get(path))).statements;
    await statements();
    expect(await statements()).toBe(0);
    await importOthers("C");
    expect(await statements()).toBe(1);
    expect(await statements()).toBe(0);
  });

  test("keeps the products of carts", async () => {
    const buyer = new FormBrowser(app);
    const fragments = () => buyer.post(routes.shopCall("get_refreshed_fragments"), {});
    await buyer.post(routes.shopCall("add_to_cart"), { product_id: String(teaId) });
    const before = (await fragments()).body;
    await importOthers("D");
    const { result, statements } = await withStatementCount(fragments);
    expect([result.body, statements]).toEqual([before, 1]);
  });
});

describe("an import renews the cached page", () => {
  test("of a product that it changes", async () => {
    await vi.waitUntil(async () => (await cached(routes.product("tea"))) === "hit");
    await importLines("SKU,Regular price", "TEA,1234");
    expect(await shows(routes.product("tea"), "1,234")).toBe(true);
  });

  test("with the card of a group whose member it changes", async () => {
    const groupId = await addGroup(db, [await addProduct(db, { sku: "MEMBER" })]);
    const path = await addRecommending(groupId);
    await vi.waitUntil(async () => (await cached(path)) === "hit");
    await importLines("SKU,Regular price", "MEMBER,4321");
    expect(await shows(path, "4,321")).toBe(true);
  });

  test("that links to a product that it publishes", async () => {
    const path = await addRecommending(await addProduct(db, { name: "Biscuits", sku: "BISCUITS", status: "draft" }));
    await vi.waitUntil(async () => (await cached(path)) === "hit");
    expect(await shows(path, "Biscuits")).toBe(false);
    await importLines("SKU,Published", "BISCUITS,1");
    expect(await shows(path, "Biscuits")).toBe(true);
  });
});

test("a single related product is no row, two are", async () => {
  await importLines("SKU,Name,Regular price,Categories", "TIN,Tin,100,Tins\nTIN2,Second tin,100,Tins");
  const { rows } = await db.execute<{ slug: string }>(sql`select slug from products where sku = 'TIN'`);
  const path = routes.product(rows[0]?.slug ?? "");
  expect(await shows(path, "Second tin")).toBe(false);
  await importLines("SKU,Name,Regular price,Categories", "TIN3,Third tin,100,Tins");
  now = new Date(now.getTime() + 60 * 60_000);
  expect([await shows(path, "Second tin"), await shows(path, "Third tin")]).toEqual([true, true]);
});

test("a cached page shows new related products after an hour at most", async () => {
  // One related product alone is not shown.
  await importLines("SKU,Name,Regular price,Categories", "OLD,Old jar,100,Jars\nOLDER,Older jar,100,Jars");
  const { rows } = await db.execute<{ slug: string }>(sql`select slug from products where sku = 'OLD'`);
  const path = routes.product(rows[0]?.slug ?? "");
  await vi.waitUntil(async () => (await cached(path)) === "hit");
  await importLines("SKU,Name,Regular price,Categories", "NEW,New jar,100,Jars");
  now = new Date(noon.getTime() + 60 * 60_000 - 1);
  expect(await shows(path, "New jar")).toBe(false);
  now = new Date(noon.getTime() + 60 * 60_000);
  expect(await shows(path, "New jar")).toBe(true);
});
