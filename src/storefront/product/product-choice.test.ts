import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { routes } from "#routes";
import { addGroup, addProduct, addSizes, noon } from "#shop/cart/cart.fixtures.ts";
import { FormBrowser, openWholeShop } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";

let database: TestDatabase;
let db: Database;
let app: FastifyInstance;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  ({ app } = await openWholeShop(database, () => noon));
});
afterAll(() => app.close());

const read = async (path: string, browser = new FormBrowser(app)) => (await browser.get(path)).body;
const chosenIn = (html: string) => /<option [^>]*value="([^"]*)"[^>]*selected=""/.exec(html)?.[1];

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
    expect(page?.[1]).toBe("/media/own-400.webp 400w, /media/large.jpg 800w");
  });

  test("shows the variation's picture instead of the placeholder, which scripts can restore", async () => {
    const { large } = await addSizes(db, { slug: "bare", name: "Bare" });
    await db.execute(sql`with added as (
      insert into media (content_hash, file, media_type, width, height, byte_size)
      values (md5('bare') || md5('bare'), 'bare.jpg', 'image/jpeg', 800, 600, 1) returning id)
      insert into product_media (product_id, position, media_id) select ${large}, 0, id from added`);
    const pictureOf = async (path: string) => {
      const [slide = ""] =
        /<div class="woocommerce-product-gallery__image--placeholder".*?<\/div>/s.exec(await read(path)) ?? [];
      return [/ src="([^"]*)"/.exec(slide)?.[1], / data-o_src="([^"]*)"/.exec(slide)?.[1]];
    };
    const [blank] = await pictureOf(routes.product("bare"));
    expect(blank).toMatch(/^data:/);
    expect(await pictureOf(routes.productChoice("bare", { size: "Large" }))).toEqual(["/media/bare.jpg", blank]);
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
  expect(rows(await read(routes.product("kept-group")))).toEqual(["1", "1"]);
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

test("a download's form is a purchase form; its options are buttons with their prices", async () => {
  const file = { isVirtual: true, isDownloadable: true };
  await addProduct(db, { ...file, slug: "guide", name: "Guide", regularPrice: 1250 });
  const simple = await read(routes.product("guide"));
  expect(simple).toMatch(/<form class="cart edd_download_purchase_form" id="buy-form"/);
  expect(simple).toMatch(/class="[^"]*edd-add-to-cart[^"]*"[^>]*/);
  expect(simple).toMatch(/data-download-id="\d+" data-price="1250" data-variable-price="no"/);
  expect(simple).toContain("A download: you find it");

  const { small } = await addSizes(db, { slug: "course" }, file);
  await db.execute(sql`update products set regular_price = 700 where id = ${small}`);
  const options = await read(routes.product("course"));
  expect(options).toMatch(/<form class="variations_form cart edd_download_purchase_form"/);
  expect(options).toContain('data-variable-price="yes"');
  expect(options.match(/type="radio"[^>]*name="attribute_size"/g)).toHaveLength(2);
  expect(options).toMatch(/Small[^]*?700[^]*?Large[^]*?1,000/);

  await addSizes(db, { slug: "mixed" });
  expect(await read(routes.product("mixed"))).not.toMatch(/edd_|type="radio"[^>]*attribute_size|A download:/);
});
