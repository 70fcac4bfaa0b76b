import { beforeEach, expect, test } from "vitest";
import { onLocalChange, type Tag } from "#db/changes.ts";
import { openImport } from "#shop/catalogue/import/import-products.fixtures.ts";
import { openCatalogueIndex } from "./catalogue-index.ts";

const shop = openImport();
const { importRows } = shop;
const now = new Date("2026-11-21T12:00:00Z");
let index: ReturnType<typeof openCatalogueIndex>;

beforeEach(() => {
  index = openCatalogueIndex(shop.db);
  return onLocalChange((tags) => index.apply(tags));
});

/** The listed products by price, lowest first. */
const byPrice = async (from = index) => (await from.read(now)).choose({ place: "listing" }).order("price", 1, 50);

const sizes = { "Attribute 1 name": "Size", "Attribute 1 value(s)": "S, L" };

/** Imports a variable product with variations at 111 and 222. */
const importVariable = (ID: number, SKU: string) =>
  importRows(
    { ID, Type: "variable", SKU, Name: SKU, ...sizes },
    { Type: "variation", SKU: `${SKU}-S`, Parent: SKU, "Regular price": 111, ...sizes, "Attribute 1 value(s)": "S" },
    { Type: "variation", SKU: `${SKU}-L`, Parent: SKU, "Regular price": 222, ...sizes, "Attribute 1 value(s)": "L" },
  );

test("a variable product that becomes grouped is listed once, at the prices of its members", async () => {
  await importVariable(10, "V");
  await importRows(
    { ID: 20, Type: "simple", SKU: "M", Name: "M", "Regular price": 300 },
    { ID: 30, Type: "simple", SKU: "N", Name: "N", "Regular price": 400 },
  );
  expect(await byPrice()).toEqual([10, 20, 30]);
  await importRows({ Type: "grouped", SKU: "V", Name: "V", "Grouped products": "M, N" });
  const prices = async () => (await index.read(now)).choose({ place: "listing" }).count().prices;
  expect(await prices()).toEqual({ min: 300, max: 400 });
  for (const price of [450, 350, 500]) {
    await importRows({ SKU: "M", "Regular price": price });
    const listed = await byPrice();
    expect([...listed].sort((one, other) => one - other)).toEqual([10, 20, 30]);
    expect(await byPrice(openCatalogueIndex(shop.db))).toEqual(listed);
  }
});

test("a variation that moves to another product is listed at that product's prices only", async () => {
  await importVariable(10, "A");
  await importVariable(20, "B");
  const within = async (minPrice: number, maxPrice: number) => {
    const chosen = {
      categories: [],
      attributes: new Map(),
      minPrice,
      maxPrice,
      ratings: [],
      inStock: false,
      onSale: false,
    };
    return (await index.read(now)).choose({ place: "listing", chosen }).order("id", 1, 50);
  };
  expect(await within(200, 250)).toEqual([10, 20]);
  const announced: Tag[] = [];
  const stop = onLocalChange((tags) => announced.push(...tags));
  const moved = { Type: "variation", SKU: "A-L", Parent: "B", "Regular price": 999, ...sizes };
  await importRows({ ...moved, "Attribute 1 value(s)": "L" });
  stop();
  expect(announced.toSorted()).toEqual(["product:10", "product:20", "products"]);
  expect(await within(200, 250)).toEqual([20]);
  expect(await within(900, 999)).toEqual([20]);
});
