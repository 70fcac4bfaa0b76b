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
const chosenIn = (html: string) => /<option [^>]*value="([^"]*)"[^>]*selected=""/.exec(html)?.[1];

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

describe("a choice in the address", () => {
  test("preselects existing options; any other value is ignored and its page is not cached", async () => {
    const { large } = await addSizes(db, { slug: "sizes" }, { regularPrice: 1500 });
    expect(chosenIn(await read(routes.product("sizes")))).toBe("");
    const path = routes.productChoice("sizes", { size: "Large" });
    const html = await read(path);
    expect(chosenIn(html)).toBe("Large");
    expect(html).toContain(`&quot;variation_id&quot;:${large}`);
    expect((await new FormBrowser(app).get(path)).headers["x-cache"]).toBe("hit");
    const stranger = await new FormBrowser(app).get(routes.productChoice("sizes", { size: "Huge" }));
    expect(chosenIn(stranger.body)).toBe("");
  });

  test("shows the variation's SKU, weight and picture, and keeps the product's for scripts", async () => {
    const { id, large } = await addSizes(db, { slug: "linked", name: "Linked", sku: "L", weightGrams: 500 });
    await db.execute(sql`update products set sku = 'L-LARGE', weight_grams = 900 where id = ${large}`);
    const renditions = JSON.stringify([{ format: "webp", width: 400, height: 400, file: "own-400.webp" }]);
    const addPicture = (product: number, file: string) => sql`with added as (
      insert into media (content_hash, file, media_type, width, height, byte_size, renditions)
      values (md5(${file}) || md5(${file}), ${file}, 'image/jpeg', 800, 600, 1, ${renditions}::jsonb) returning id)
      insert into product_media (product_id, position, media_id) select ${product}, 0, id from added`;
    await db.execute(addPicture(id, "whole.jpg"));
    await db.execute(addPicture(large, "large.jpg"));
    const html = await read(routes.productChoice("linked", { size: "Large" }));
    expect(html).toContain('<span class="sku" data-o_content="L">L-LARGE</span>');
    expect(html).toMatch(/--weight.*?data-o_content="0.5 kg">0.9 kg</s);
    const [picture = ""] = /<img class="wp-post-image"[^>]*>/.exec(html) ?? [];
    expect(picture).toContain('src="/media/large.jpg"');
    expect(picture).toContain('alt="Linked"');
    expect(picture).toContain('data-o_src="/media/whole.jpg"');
    const [variation] = [...html.matchAll(/data-product_variations="([^"]*)"/g)].map(([, json = ""]) =>
      JSON.parse(json.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&")).at(-1),
    );
    const page = /srcSet="([^"]*)" sizes="([^"]*)"/.exec(picture);
    expect(variation.image).toMatchObject({ alt: "Linked", srcset: page?.[1], sizes: page?.[2] });
  });

  test("a refused add without scripts leads back to it, with the reason and the quantity", async () => {
    const { large } = await addSizes(db, { slug: "few" }, { managesStock: true, stockQuantity: 2 });
    const browser = new FormBrowser(app);
    const form = { "add-to-cart": String(large), quantity: "9", attribute_size: "Large", variation_id: "0" };
    const answer = await browser.post(routes.product("few"), form);
    expect(answer.headers.location).toBe(`${routes.productChoice("few", { size: "Large" })}&quantity=9`);
    const html = await read(String(answer.headers.location), browser);
    expect(html).toContain("Large” are left.");
    expect(chosenIn(html)).toBe("Large");
  });
});

describe("a default choice", () => {
  test("is skipped when the address leaves the option empty, which is where the clear link leads", async () => {
    const { id } = await addSizes(db, { slug: "defaults" });
    await db.execute(sql`update product_attributes set default_option = 'Small' where product_id = ${id}`);
    const html = await read(routes.product("defaults"));
    expect(chosenIn(html)).toBe("Small");
    const none = routes.productUnchosen("defaults", ["size"]);
    expect(none).toBe("/product/defaults/?attribute_size=");
    expect(/<a class="reset_variations[^>]*href="([^"]*)"/.exec(html)?.[1]).toBe(none);
    expect(chosenIn(await read(none))).toBe("");
    expect((await new FormBrowser(app).get(none)).headers["x-cache"]).toBe("hit");
    const plain = await read(routes.product("sizes"));
    expect(/<a class="reset_variations[^>]*href="([^"]*)"/.exec(plain)?.[1]).toBe(routes.product("sizes"));
  });

  test("does not come back after a form that left it empty; the notice names the missing option", async () => {
    const { id } = await addSizes(db, { slug: "emptied", name: "Tea" });
    await db.execute(sql`update product_attributes set default_option = 'Small' where product_id = ${id}`);
    const browser = new FormBrowser(app);
    const form = { "add-to-cart": String(id), quantity: "3", attribute_size: "", variation_id: "0" };
    const { headers } = await browser.post(routes.product("emptied"), form);
    expect(headers.location).toBe("/product/emptied/?attribute_size=&quantity=3");
    const html = await read(String(headers.location), browser);
    expect(html).toContain("Please choose options for “Tea”: Size.");
    expect(chosenIn(html)).toBe("");
    expect(/<input [^>]*name="quantity"[^>]*value="(\d+)"/.exec(html)?.[1]).toBe("3");
  });
});

test("a group's refused add keeps its quantities, limited to the stock, on a page that is not cached", async () => {
  const few = await addProduct(db, { slug: "few-of-group", name: "Few", managesStock: true, stockQuantity: 2 });
  const other = await addProduct(db, { slug: "other-of-group" });
  const group = await addGroup(db, [few, other]);
  await db.execute(sql`update products set slug = 'kept-group' where id = ${group}`);
  const browser = new FormBrowser(app);
  const rows = (html: string) =>
    [few, other].map((id) => new RegExp(`name="quantity\\[${id}\\]"[^>]*value="(\\d+)"`).exec(html)?.[1]);
  const typed = { "add-to-cart": String(group), [`quantity[${few}]`]: "7", [`quantity[${other}]`]: "4" };
  const { headers } = await browser.post(routes.product("kept-group"), typed);
  const html = await read(String(headers.location), browser);
  expect(html).toContain("Only 2 of “Few” are left.");
  expect(rows(html)).toEqual(["2", "4"]);
  for (const turn of [1, 2]) {
    const answer = await new FormBrowser(app).get(String(headers.location));
    expect(answer.headers["x-cache"], `turn ${turn}`).not.toBe("hit");
  }
  expect(rows(await read(routes.product("kept-group")))).toEqual(["0", "0"]);
  const hostile = `?quantity%5B${few}%5D=1e9&quantity%5B${other}%5D=-2&quantity%5B999%5D=3`;
  expect(rows(await read(routes.product("kept-group") + hostile))).toEqual(["0", "0"]);
});

describe("a quantity in the address", () => {
  const limited = { minQuantity: 2, maxQuantity: 6 };
  test.each([
    ["7777", "6"],
    ["1", "2"],
    ["4", "4"],
    ["1e9", "2"],
    ["-3", "2"],
    ["<b>", "2"],
  ])("%j is limited to the allowed quantities, and its page is not cached", async (asked, held) => {
    const slug = `limited-${encodeURIComponent(asked).replaceAll("%", "")}`.toLowerCase();
    await addProduct(db, { slug, ...limited });
    for (const turn of [1, 2]) {
      const answer = await new FormBrowser(app).get(`${routes.product(slug)}?quantity=${encodeURIComponent(asked)}`);
      expect(/<input [^>]*name="quantity"[^>]*value="(\d+)"/.exec(answer.body)?.[1], `turn ${turn}`).toBe(held);
      expect(answer.headers["x-cache"]).not.toBe("hit");
    }
  });

  test("is ignored for products that are sold individually", async () => {
    await addProduct(db, { slug: "single", soldIndividually: true });
    expect(await read(`${routes.product("single")}?quantity=5`)).toContain('type="hidden" name="quantity" value="1"');
  });
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

test("a shop that hides sold-out variations leaves them out of the choice and offers a back-in-stock request for each", async () => {
  const { large } = await addSizes(db, { slug: "hidden" });
  const sellOut = (id: number) => db.execute(sql`update products set stock_status = 'outofstock' where id = ${id}`);
  const settings = await openWholeShop(database, () => noon);
  await sellOut(large);
  await setSetting(db, "hide_out_of_stock", "yes");
  const page = async () => (await new FormBrowser(settings.app).get(routes.product("hidden"))).body;
  expect(await page()).not.toContain(`&quot;variation_id&quot;:${large}`);
  await db.execute(sql`update products set stock_status = 'outofstock' where parent_id is not null`);
  await announceChange(db, ["products"]);
  expect(await page()).toContain("This product cannot be bought online at the moment.");
  await db.execute(sql`update products set stock_status = 'instock' where id <> ${large} and parent_id is not null`);
  await announceChange(db, ["products"]);
  const browser = new FormBrowser(settings.app);
  const path = routes.product("hidden");
  const request = (contact: string) => browser.fill(path, "back-in-stock", { "back-in-stock": String(large), contact });
  await request("nobody");
  const refused = (await browser.get(path)).body;
  expect(refused).toMatch(new RegExp(`<option value="${large}"[^>]*>Large</option></select>`));
  expect(refused).toContain('value="nobody"');
  await request("waiting@example.com");
  expect((await browser.get(path)).body).toContain("is in stock again");
  const { rows } = await db.execute(sql`delete from back_in_stock_requests returning product_id`);
  expect(rows).toEqual([{ product_id: large }]);
  await resetSetting(db, "hide_out_of_stock");
  await settings.app.close();
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

describe("a back-in-stock request", () => {
  test("is confirmed and saved once per contact", async () => {
    const id = await addProduct(db, { slug: "gone", name: "Gone tea", ...soldOut });
    const browser = new FormBrowser(app);
    for (let time = 0; time < 2; time++) {
      const answer = await browser.fill(routes.product("gone"), "back-in-stock", {
        "back-in-stock": String(id),
        contact: "me@example.com",
      });
      expect([answer.statusCode, answer.headers.location]).toEqual([302, routes.product("gone")]);
    }
    expect(await read(routes.product("gone"), browser)).toContain("as soon as “Gone tea” is in stock again");
    const { rows } = await db.execute(sql`select contact from back_in_stock_requests`);
    expect(rows).toEqual([{ contact: "me@example.com" }]);
  });

  test("is refused for products in stock, from bots, and without a valid contact", async () => {
    const id = await addProduct(db, { slug: "there" });
    expect(await read(routes.product("there"))).not.toContain("back-in-stock");
    const out = await addProduct(db, { slug: "out-again", ...soldOut });
    const tries: [Record<string, string>, string][] = [
      [{ "back-in-stock": String(id), contact: "a@example.com" }, "you can buy it now"],
      [{ "back-in-stock": String(out), contact: "no" }, "Enter an email address"],
      [
        { "back-in-stock": String(out), contact: "a@example.com", ak_hp_textarea: "buy" },
        "Something went wrong|not available",
      ],
      [{ "back-in-stock": "x" }, "Enter an email address"],
    ];
    for (const [form, words] of tries) {
      const browser = new FormBrowser(app);
      const answer = await browser.post(routes.product("out-again"), form);
      expect(answer.statusCode).toBe(303);
      expect(await read(routes.product("out-again"), browser)).toMatch(new RegExp(words));
    }
    const { rows } = await db.execute(sql`select 1 from back_in_stock_requests where contact = 'a@example.com'`);
    expect(rows).toEqual([]);
  });

  test("of a variation is offered when that variation is out of stock, and leads back to it", async () => {
    const { small, large } = await addSizes(db, { slug: "half" });
    await db.execute(sql`update products set manages_stock = true, stock_quantity = 0 where id = ${large}`);
    expect(await read(routes.productChoice("half", { size: "Small" }))).toContain('class="back-in-stock is-off"');
    const html = await read(routes.productChoice("half", { size: "Large" }));
    expect(html).toContain(`name="back-in-stock" value="${large}"`);
    expect(html).not.toContain('class="back-in-stock is-off"');
    const browser = new FormBrowser(app);
    const path = routes.productChoice("half", { size: "Large" });
    const answer = await browser.fill(path, "back-in-stock", {
      "back-in-stock": String(large),
      contact: "0300 1234567",
    });
    expect(answer.headers.location).toBe(path);
    expect(small).not.toBe(large);
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
    expect(offerOn(await read(routes.product("offered-sizes")))).toBe("3 × Large for Rs\u00a02,500");
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
