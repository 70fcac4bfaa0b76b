import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { routes } from "#routes";
import { addGroup, addProduct, addSizes, noon } from "#shop/cart/cart.fixtures.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { FormBrowser, openWholeShop, origin } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { summaryHtml } from "./client/variation/variation-summary.ts";

let database: TestDatabase;
let db: Database;
let app: FastifyInstance;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  ({ app } = await openWholeShop(database, () => noon));
});
afterAll(() => app.close());

const soldOut = { managesStock: true, stockQuantity: 0 };
const read = async (path: string, browser = new FormBrowser(app)) => (await browser.get(path)).body;

describe("product data for scripts", () => {
  test("has id, title, excerpt and the featured image at 400 x 400", async () => {
    const id = await addProduct(db, { slug: "told", name: "Tea </script>", facts: [{ label: "Brand", value: "<b>" }] });
    const { rows } = await db.execute<{ id: number }>(sql`
      insert into media (content_hash, file, media_type, width, height, byte_size, renditions)
      values (${"a".repeat(64)}, 'a.jpg', 'image/jpeg', 1600, 1600, 1, ${JSON.stringify([
        { format: "jpeg", width: 400, height: 400, file: "a-400.jpg" },
        { format: "jpeg", width: 800, height: 800, file: "a-800.jpg" },
      ])}::jsonb) returning id`);
    await db.execute(sql`insert into product_media (product_id, position, media_id) values (${id}, 0, ${rows[0]?.id})`);
    const html = await read(routes.product("told"));
    const data = JSON.parse(/class="product-data">(.*?)<\/script>/s.exec(html)?.[1] ?? "null");
    expect(data).toMatchObject({ id, title: "Tea </script>", featuredImage: `${origin}/media/a-400.jpg` });
    expect(data.excerpt).toContain('<th scope="row">Brand</th><td>&lt;b&gt;</td>');
  });
});

test("the page has the variation templates once, and filling them gives our own markup", async () => {
  const { large } = await addSizes(
    db,
    { slug: "templates" },
    { stockStatus: "onbackorder", description: "<p>Mint</p>" },
  );
  await db.execute(sql`update products set regular_price = 5000 where id = ${large}`);
  const html = await read(routes.product("templates"));
  const templateOf = (id: string) => {
    const found = [...html.matchAll(new RegExp(`<script type="text/template" id="tmpl-${id}">(.*?)</script>`, "gs"))];
    expect(found).toHaveLength(1);
    return found[0]?.[1] ?? "";
  };
  const { id } = JSON.parse(/class="product-data">(.*?)<\/script>/s.exec(html)?.[1] ?? "null");
  const variation = (
    await new FormBrowser(app).post("/?wc-ajax=get_variation", { product_id: String(id), attribute_size: "Large" })
  ).json();
  // Like wp.template with three braces: inserts the value unescaped.
  const filled = templateOf("variation-template").replace(
    /\{\{\{ data\.variation\.(\w+) \}\}\}/g,
    (_, key) => variation[key],
  );
  const unavailable = "Sorry, this product is unavailable. Please choose a different combination.";
  expect(filled).toContain("Mint");
  expect(filled.replaceAll(/>\n</g, "><")).toBe(summaryHtml(variation, unavailable));
  expect(templateOf("unavailable-variation-template")).toBe(`<p role="alert">${unavailable}</p>`);
});

test("a group's form has one of each member, or what the address says", async () => {
  const members = [await addProduct(db, { slug: "first" }), await addProduct(db, { slug: "second" })];
  await db.execute(sql`update products set slug = 'set' where id = ${await addGroup(db, members)}`);
  const quantities = (html: string) =>
    [...html.matchAll(/<input[^>]*name="quantity\[(\d+)\]"[^>]*>/g)].map(([field, id]) => [
      Number(id),
      /value="(\d+)"/.exec(field)?.[1],
    ]);
  expect(quantities(await read(routes.product("set")))).toEqual(members.map((id) => [id, "1"]));
  const asked = `${routes.product("set")}?quantity[${members[1]}]=3`;
  expect(quantities(await read(asked))).toEqual([
    [members[0], "0"],
    [members[1], "3"],
  ]);
});

test("a group shows the total of the chosen quantities, but none that exceeds what money can be", async () => {
  const members = [await addProduct(db, { regularPrice: 20_000_000_000 }), await addProduct(db, { regularPrice: 500 })];
  await db.execute(sql`update products set slug = 'dear-set' where id = ${await addGroup(db, members)}`);
  const total = async (count: number) => {
    const asked = `${routes.product("dear-set")}?quantity[${members[0]}]=${count}&quantity[${members[1]}]=1`;
    return /<shop-group-total.*?<\/shop-group-total>/s.exec(await read(asked))?.[0] ?? "";
  };
  expect((await total(2)).replace(/<[^>]*>/g, "")).toBe("Total: Rs\u00a040,000,000,500");
  expect(await total(1_000_000)).toMatch(/^<shop-group-total [^>]*hidden/);
});

describe("the limit of embedded variations", () => {
  test("variations above the limit are not embedded but are in the page's table", async () => {
    const { id } = await addSizes(db, { slug: "many" });
    for (let number = 0; number < 30; number++) {
      const variation = await addProduct(db, { type: "variation", parentId: id });
      await db.execute(sql`insert into variation_attributes values (${variation}, 'size', ${`Size ${number}`})`);
    }
    const html = await read(routes.product("many"));
    expect(html).toContain('data-product_variations="false"');
    expect(/class="variation-table">(.*?)<\/script>/s.exec(html)?.[1]).toContain('"rows":32');
    expect(await read(routes.product("sizes"))).not.toContain("variation-table");
  });

  test("a product without purchasable variations says that it cannot be bought", async () => {
    await addSizes(db, { slug: "unpriced" }, { regularPrice: null });
    expect(await read(routes.product("unpriced"))).toContain("This product cannot be bought online at the moment.");
  });
});

test("weight and dimensions of products and variations use the shop's units", async () => {
  const measures = { weightGrams: 454, lengthMm: 120, widthMm: 80, heightMm: 50 };
  await addSizes(db, { slug: "measured", ...measures }, measures);
  const displayed = async () => {
    const html = await read(routes.product("measured"));
    const shown = [...html.matchAll(/attributes-item__value">([^<]*)</g)].map(([, text]) => text).slice(0, 2);
    const [variation] = JSON.parse(
      (/data-product_variations="([^"]*)"/.exec(html)?.[1] ?? "").replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
    );
    const { weight, weight_html, dimensions, dimensions_html } = variation;
    expect([weight_html, dimensions_html]).toEqual(shown);
    return [weight, weight_html, dimensions, dimensions_html];
  };
  const size = { length: "12", width: "8", height: "5" };
  expect(await displayed()).toEqual(["0.454", "0.454 kg", size, "12 × 8 × 5 cm"]);
  await setSetting(db, "weight_unit", "lbs");
  await setSetting(db, "dimension_unit", "in");
  expect(await displayed()).toEqual(["1", "1 lbs", { length: "4.7", width: "3.1", height: "2" }, "4.7 × 3.1 × 2 in"]);
  await resetSetting(db, "weight_unit");
  await resetSetting(db, "dimension_unit");
});

describe("the stock line", () => {
  test.each([
    ["low", { managesStock: true, stockQuantity: 3 }, "Only 3 left in stock"],
    ["last", { managesStock: true, stockQuantity: 1, backorders: "notify" as const }, "Only 1 left in stock (can be"],
    ["back", { ...soldOut, backorders: "notify" as const }, "Available on backorder"],
    ["out", soldOut, "Out of stock"],
    ["plenty", { managesStock: true, stockQuantity: 300 }, ">In stock<"],
  ])("of %s stock", async (slug, stock, text) => {
    await addProduct(db, { slug, ...stock });
    expect(await read(routes.product(slug))).toContain(text);
  });
});

describe("a quantity offer", () => {
  const offerOn = (html: string) => /<p class="offer"><b>(.*?)<\/b>/.exec(html)?.[1];

  test("replaces the facts row in the offer line; the row stays in the table", async () => {
    const facts = [{ label: "Offer", value: "A lovely price" }];
    const given = { slug: "offered", regularPrice: 2999, offerPieces: 2, offerPrice: 5499, facts };
    const id = await addProduct(db, given);
    const html = await read(routes.product("offered"));
    expect(offerOn(html)).toBe("2 for Rs\u00a05,499");
    expect(html).toMatch(/<th[^>]*>Offer<\/th><td>A lovely price<\/td>/);
    await db.execute(sql`update products set sale_price = 2500 where id = ${id}`);
    await announceChange(db, [`product:${id}`, "products"]);
    expect(offerOn(await read(routes.product("offered")))).toBe("A lovely price");
  });

  test("of a variation names that variation and is returned for it only", async () => {
    const { id, large } = await addSizes(db, { slug: "offered-sizes" }, { regularPrice: 1000 });
    await db.execute(sql`update products set offer_pieces = 3, offer_price = 2500 where id = ${large}`);
    expect(offerOn(await read(routes.product("offered-sizes")))).toBe("Large: 3 for Rs\u00a02,500");
    const browser = new FormBrowser(app);
    const answer = async (size: string) =>
      JSON.parse(
        (await browser.post("/?wc-ajax=get_variation", { product_id: String(id), attribute_size: size })).body,
      );
    expect((await answer("Large")).offer_html).toContain("3 for Rs\u00a02,500");
    expect((await answer("Small")).offer_html).toBe("");
    const chosen = await read(routes.productChoice("offered-sizes", { size: "Large" }));
    expect(chosen).toMatch(/woocommerce-variation-price">.*?card-offer">3 for Rs\u00a02,500</s);
  });
});
