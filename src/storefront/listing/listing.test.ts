import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import type { FastifyInstance } from "fastify";
import { beforeAll, describe, expect, test } from "vitest";
import { onLocalChange } from "#db/changes.ts";
import { importProducts } from "#shop/catalogue/import/import-products.ts";
import { rankSoldProducts } from "#shop/catalogue/index-products.ts";
import { openWholeShop, origin } from "#wire/page-requests/whole-shop.fixtures.ts";
import { localFiles } from "../../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";

type Row = Record<string, string | number>;

const list: Row[] = [
  { SKU: "zinc", Name: "Zinc", Position: 3, "Regular price": 900, Categories: "Minerals", form: "Drops, Tablets" },
  { SKU: "iron", Name: "Iron", Position: 1, "Regular price": 1200, "Sale price": 1000, Categories: "Minerals" },
  { SKU: "whey", Name: "Whey", Position: 2, "Regular price": 5000, Categories: "Protein > Powders", form: "Powder" },
  { SKU: "none", Name: "Sold out", Position: 4, "Regular price": 100, "In stock?": 0, Categories: "Protein" },
  { SKU: "hid", Name: "Only searched", Position: 5, "Regular price": 1, "Visibility in catalog": "search" },
];

let database: TestDatabase;
let app: FastifyInstance;
let folder: string;
let now = new Date("2026-11-21T12:00:00Z");

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "chowk-listing-"));
  ({ app } = await openWholeShop(database, () => now));
  await importRows(list);
  return async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  };
});

async function importRows(rows: readonly Row[]): Promise<void> {
  const file = join(folder, "list.csv");
  const spelled = rows.map(({ form, ...row }) => ({
    ...row,
    ...(form !== undefined && {
      "Attribute 1 name": "Form",
      "Attribute 1 value(s)": form,
      "Attribute 1 visible": 1,
      "Attribute 1 global": 1,
    }),
  }));
  const columns = [...new Set(spelled.flatMap((row) => Object.keys(row)))];
  await writeFile(file, stringify(spelled, { header: true, columns }));
  const report = await importProducts(database.db, { file, files: localFiles(folder) });
  expect(report.refused).toEqual([]);
}

async function get(url: string) {
  return app.inject({ url, headers: { host: new URL(origin).host } });
}

/** Returns the product names of a listing page in order. */
async function namesOn(url: string): Promise<string[]> {
  const { statusCode, body } = await get(url);
  expect(statusCode).toBe(200);
  return [...body.matchAll(/class="woocommerce-loop-product__title[^>]*>(?:<a[^>]*>)?([^<]*)/g)].map(([, name = ""]) =>
    name.trim(),
  );
}

async function findsNothing(url: string): Promise<boolean> {
  return (await get(url)).body.includes("woocommerce-no-products-found");
}

test.each([
  ["", ["Iron", "Whey", "Zinc", "Sold out"]],
  ["?orderby=price", ["Sold out", "Zinc", "Iron", "Whey"]],
  ["?orderby=price-desc", ["Whey", "Iron", "Zinc", "Sold out"]],
  ["?orderby=title", ["Iron", "Sold out", "Whey", "Zinc"]],
  ["?orderby=title-desc", ["Zinc", "Whey", "Sold out", "Iron"]],
  ["?orderby=id", ["Zinc", "Iron", "Whey", "Sold out"]],
  ["?orderby=date-asc", ["Zinc", "Iron", "Whey", "Sold out"]],
  ["?orderby=nonsense", ["Iron", "Whey", "Zinc", "Sold out"]],
  ["?filter_form=powder", ["Whey"]],
  ["?filter_form=powder,drops", ["Whey", "Zinc"]],
  ["?filter_form=powder&filter_form=tablets", ["Whey", "Zinc"]],
  ["?filter_form=nonsense", ["Iron", "Whey", "Zinc", "Sold out"]],
  ["?min_price=950&max_price=5000", ["Iron", "Whey"]],
  ["?min_price=5000&max_price=950", ["Iron", "Whey"]],
  ["?on_sale=yes", ["Iron"]],
  ["?on_sale=1", ["Iron"]],
  ["?on_sale=no", ["Iron", "Whey", "Zinc", "Sold out"]],
  ["?filter_stock_status=instock", ["Iron", "Whey", "Zinc"]],
  ["?product_cat=protein", ["Whey", "Sold out"]],
  ["?product_cat=protein,minerals&filter_stock_status=instock&orderby=price", ["Zinc", "Iron", "Whey"]],
])("/shop/%s lists the matching products in order", async (query, names) => {
  expect(await namesOn(`/shop/${query}`)).toEqual(names);
});

test.each([
  ["/shop/?s=minerals", ["Iron", "Zinc"]],
  ["/product-category/protein/?s=whey", ["Whey"]],
  ["/product-category/minerals/?s=whey", []],
])("%s searches within that listing", async (url, names) => {
  const { headers } = await get(url);
  expect((await namesOn(String(headers.location))).toSorted()).toEqual(names);
});

test("an unsupported stock status is not a filter and is dropped from the address", async () => {
  expect(await namesOn("/shop/?filter_stock_status=outofstock")).toEqual(["Iron", "Whey", "Zinc", "Sold out"]);
  const { body } = await get("/shop/?filter_stock_status=outofstock&orderby=price");
  expect(body).toContain(`<link rel="canonical" href="${origin}/shop/"/>`);
  expect(body).not.toContain("outofstock&");
  expect(body).not.toMatch(/name="filter_stock_status"[^>]*value="outofstock"/);
});

test("the random order lists each product once and stays the same", async () => {
  const names = await namesOn("/shop/?orderby=rand");
  expect(names.toSorted()).toEqual(["Iron", "Sold out", "Whey", "Zinc"]);
  expect(await namesOn("/shop/?orderby=rand&utm_source=again")).toEqual(names);
});

test("a category lists the products of its subcategories and links to them", async () => {
  expect(await namesOn("/product-category/protein/")).toEqual(["Whey", "Sold out"]);
  const { body } = await get("/product-category/protein/");
  expect(body).toMatch(/name="product_cat" value="powders"/);
  expect(body).not.toMatch(/name="product_cat" value="minerals"/);
});

test("facet counts say how many products each further choice would leave", async () => {
  const { body } = await get("/shop/?filter_form=powder&filter_stock_status=instock");
  const countOf = (value: string) =>
    new RegExp(`value="${value}"(?: checked="")?/><span>[^<]*</span><span class="num">(\\d+)</span>`).exec(body)?.[1];
  // Counts within a facet ignore that facet's own choice and apply all others.
  expect([countOf("powder"), countOf("drops"), countOf("protein"), countOf("minerals")]).toEqual([
    "1",
    "1",
    "1",
    undefined,
  ]);
});

test("each active filter can be removed, the order is kept, and filtered pages are not indexed", async () => {
  const { body } = await get("/shop/?orderby=price&filter_form=powder&on_sale=yes");
  const chips = [...body.matchAll(/class="chip" href="([^"]*)"/g)].map(([, href]) => href?.replaceAll("&amp;", "&"));
  expect(chips).toEqual(["/shop/?on_sale=yes&orderby=price", "/shop/?filter_form=powder&orderby=price"]);
  expect(body).toContain("No products match these filters");
  expect(body).toMatch(/<meta name="robots" content="noindex/);
  expect((await get("/shop/")).body).not.toMatch(/noindex/);
});

test("the sort form and the filter form each repeat the other's choice and the search text", async () => {
  const { body } = await get("/?s=minerals&post_type=product&orderby=price&filter_stock_status=instock");
  const [sort = "", filters = ""] = ["woocommerce-ordering", 'id="listing-filters"'].map(
    (mark) => body.split("<form").find((form) => form.includes(mark)) ?? "",
  );
  const hidden = (form: string) =>
    Object.fromEntries(
      [
        ...form
          .split("</form>", 1)
          .join()
          .matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g),
      ].map(([, name, value]) => [name, value]),
    );
  expect(hidden(sort)).toEqual({ paged: "1", s: "minerals", post_type: "product", filter_stock_status: "instock" });
  expect(hidden(filters)).toEqual({ s: "minerals", post_type: "product", orderby: "price" });
});

test("a search without results offers the categories and the first products in stock", async () => {
  expect(await namesOn("/?s=qqqq&post_type=product")).toEqual(["Iron", "Whey", "Zinc"]);
  const { body } = await get("/?s=qqqq&post_type=product");
  expect(body).toContain("No results for “qqqq”");
  expect(body).toContain('href="/product-category/minerals/"');
  expect(await namesOn("/?s=zinc&post_type=product&filter_form=powder")).toEqual([]);
});

describe("the next request shows a change", () => {
  test("of a price, one hundred times", async () => {
    for (let round = 0; round < 100; round++) {
      const price = round % 2 === 0 ? 6000 : 50;
      await importRows([{ SKU: "zinc", "Regular price": price }]);
      const names = await namesOn("/shop/?orderby=price");
      expect(names.indexOf("Zinc")).toBe(price === 50 ? 0 : 3);
    }
    await importRows([{ SKU: "zinc", "Regular price": 900 }]);
  });

  test("of stock, name and visibility", async () => {
    const search = "/?s=ferrum&post_type=product";
    expect(await findsNothing(search)).toBe(true);
    await importRows([{ SKU: "iron", Name: "Ferrum", "In stock?": 0 }]);
    expect(await namesOn(search)).toEqual(["Ferrum"]);
    expect(await namesOn("/shop/?filter_stock_status=instock")).toEqual(["Whey", "Zinc"]);
    expect(await namesOn("/shop/")).toContain("Ferrum");
    await importRows([{ SKU: "iron", Published: -1 }]);
    expect(await namesOn("/shop/")).toEqual(["Whey", "Zinc", "Sold out"]);
    await importRows([{ SKU: "iron", Name: "Iron", "In stock?": 1, Published: 1 }]);
    expect(await namesOn("/shop/")).toEqual(["Iron", "Whey", "Zinc", "Sold out"]);
    expect(await findsNothing(search)).toBe(true);
  });

  test("of a scheduled price", async () => {
    const sale = { "Sale price": 10, "Date sale price starts": "2026-11-22", "Date sale price ends": "2026-11-23" };
    await importRows([{ SKU: "whey", ...sale }]);
    expect(await namesOn("/shop/?on_sale=yes")).toEqual(["Iron"]);
    now = new Date("2026-11-22T12:00:00Z");
    expect(await namesOn("/shop/?on_sale=yes")).toEqual(["Iron", "Whey"]);
    expect((await namesOn("/shop/?orderby=price"))[0]).toBe("Whey");
    now = new Date("2026-11-25T12:00:00Z");
    expect(await namesOn("/shop/?on_sale=yes")).toEqual(["Iron"]);
  });
});

test("a group is listed from its cheapest member's price, and at the new one when a member's price changes", async () => {
  const group = { SKU: "set", Name: "Set", Type: "grouped", "Grouped products": "zinc, whey", Position: 9 };
  const shown = async () => {
    const { body } = await get("/?s=set&post_type=product");
    const card = /<li class="[^"]*product-type-grouped[\s\S]*?<\/li>/.exec(body)?.[0] ?? "";
    const [, price = ""] = /<div class="card-price">([\s\S]*?)<\/div>/.exec(card) ?? [];
    return price.match(/[\d,]+/g);
  };
  await importRows([group]);
  expect(await shown()).toEqual(["900"]);
  expect(await namesOn("/shop/?orderby=price")).toEqual(["Sold out", "Zinc", "Set", "Iron", "Whey"]);
  await importRows([{ SKU: "zinc", "Regular price": 1100 }]);
  expect(await shown()).toEqual(["1,100"]);
  expect(await namesOn("/shop/?orderby=price")).toEqual(["Sold out", "Iron", "Zinc", "Set", "Whey"]);
  await importRows([{ SKU: "zinc", "Regular price": 900 }]);
  await importRows([{ ...group, Published: -1 }]);
});

test("the hourly sales count updates the popularity order and announces only products that were sold", async () => {
  const order = () => namesOn("/shop/?orderby=popularity");
  const search = () => namesOn("/?s=minerals&post_type=product&orderby=popularity");
  await order();
  for (const [sku, sold, found] of [
    ["zinc", 7, ["Zinc", "Iron"]],
    ["iron", 8, ["Iron", "Zinc"]],
  ] as const) {
    await database.pool.query("update products set total_sales = $1 where sku = $2", [sold, sku]);
    const announced: string[] = [];
    const stopListening = onLocalChange((tags) => announced.push(...tags));
    await rankSoldProducts(database.db);
    await rankSoldProducts(database.db);
    stopListening();
    expect([(await order())[0], await search()]).toEqual([found[0], found]);
    const { rows } = await database.pool.query<{ id: string }>("select id from products where sku = $1", [sku]);
    expect(announced).toEqual(["products", `product:${rows[0]?.id}`]);
  }
});
