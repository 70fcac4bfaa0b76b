import { createHash, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { withStatementCount } from "#db/statement-count.ts";
import type { Freshness } from "#http/freshness.ts";
import { addGroup, addProduct, addSizes } from "#shop/cart/cart.fixtures.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { openSmallShop, origin, SmallBrowser } from "./entrance.fixtures.ts";
import type { Entrance } from "./entrance.ts";

let db: Database;
let app: FastifyInstance;
let freshness: Freshness;
let cartFreshness: Freshness;
let entrance: Entrance;
let browser: SmallBrowser;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
  ({ app, entrance, freshness, cartFreshness } = await openSmallShop(db));
});
afterAll(() => app.close());
beforeEach(() => {
  browser = new SmallBrowser(app);
});

const call = (endpoint: string, form: Record<string, string | number> = {}) =>
  browser.post(`/?wc-ajax=${endpoint}`, form);
const keyOf = (id: number) => createHash("md5").update(String(id)).digest("hex");

test("the door's headers and empty answers: unknown endpoint, broken names, no product (S2.9)", async () => {
  for (const name of ["nonsense", "", "__proto__", "constructor", "add_to_cart"]) {
    const answer = await call(name);
    expect([answer.statusCode, answer.body]).toEqual([200, ""]);
    expect(answer.headers).toMatchObject({
      "content-type": "text/html; charset=UTF-8",
      "x-robots-tag": "noindex",
      "x-content-type-options": "nosniff",
      "cache-control": expect.stringContaining("no-store"),
    });
  }
  expect((await browser.post("/any/page/?wc-ajax=nonsense", {})).statusCode).toBe(200);
  expect((await browser.get("/?wc-ajax=a&wc-ajax=b")).body).toBe("");
});

test("log and metrics contain the endpoint names of both doors, but no submitted data", async () => {
  const { app } = await openSmallShop(db);
  const names: (string | undefined)[] = [];
  app.addHook("onResponse", async ({ visit }) => void names.push(visit.callName));
  const caller = new SmallBrowser(app);
  for (const url of ["/?wc-ajax=add_to_cart&x=secret", "/?wc-ajax=secret", "/?wc-ajax=__proto__", "/"])
    await caller.get(url);
  for (const action of ["woocommerce_add_to_cart", "secret"])
    await caller.get(`/wp-admin/admin-ajax.php?action=${action}`);
  await app.close();
  const unknown = undefined;
  expect(names).toEqual([
    "wc-ajax add_to_cart",
    unknown,
    unknown,
    unknown,
    "admin-ajax woocommerce_add_to_cart",
    unknown,
  ]);
});

test("an add returns fragments and the same hash as the cookie (S3.21, S7.2)", async () => {
  const id = await addProduct(db, { name: "Zinc <3" });
  const answer = await call("add_to_cart", { product_id: id, quantity: 2, product_sku: "", success_message: "x" });
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/json; charset=UTF-8"]);
  const body = answer.json();
  expect(Object.keys(body)).toEqual(["fragments", "cart_hash"]);
  expect(Object.keys(body.fragments)).toEqual(["div.widget_shopping_cart_content", "a.cart-container"]);
  expect(body.fragments["div.widget_shopping_cart_content"]).toMatch(/^<div class="widget_shopping_cart_content/);
  expect(body.fragments["div.widget_shopping_cart_content"]).toContain("Zinc &lt;3");
  expect(body.fragments["div.widget_shopping_cart_content"]).toContain(`data-cart_item_key="${keyOf(id)}"`);
  expect(body.fragments["a.cart-container"]).toMatch(/^<a class="cart-container/);
  expect(body.cart_hash).toMatch(/^[0-9a-f]{32}$/);
  const set = answer.cookies.filter((cookie) => cookie.name === "woocommerce_cart_hash");
  expect(set.map((cookie) => cookie.value)).toEqual([body.cart_hash]);
  expect(browser.cookies.get("woocommerce_items_in_cart")).toBe("1");
  const again = await call("add_to_cart", { product_id: id });
  expect(again.json().cart_hash).not.toBe(body.cart_hash);
  expect(browser.cookies.get("woocommerce_cart_hash")).toBe(again.json().cart_hash);
});

test("a variation's id adds the variation with its own attributes", async () => {
  const { large } = await addSizes(db);
  const body = (await call("add_to_cart", { product_id: large })).json();
  expect(body.fragments["div.widget_shopping_cart_content"]).toContain("Large");
});

test("a refused add returns an error with the product's URL, and the reason becomes a notice", async () => {
  const id = await addProduct(db, { name: "Tea", slug: "tea", managesStock: true, stockQuantity: 0 });
  const answer = await call("add_to_cart", { product_id: id });
  expect(answer.json()).toEqual({ error: true, product_url: `${origin}/product/tea/` });
  expect(answer.statusCode).toBe(200);
  expect(browser.cookies.get("chowk_notice")).toBe("1");
  expect((await browser.get("/product/tea/")).json().notices).toEqual([
    { kind: "error", messageKey: "notices.refused.product_out_of_stock", values: { name: "Tea" } },
  ]);
});

test.each(["0", "-1", "abc", "1e3", "NaN"])("quantity %s leaves no notice", async (quantity) => {
  const id = await addProduct(db);
  expect((await call("add_to_cart", { product_id: id, quantity })).json()).toMatchObject({ error: true });
  expect((await browser.get("/")).json().notices).toEqual([]);
});

test.each(["1e3", "+5", "2,000", "a few"])(
  "quantity %s in the drawer changes nothing and returns a message",
  async (quantity) => {
    const id = await addProduct(db);
    await call("add_to_cart", { product_id: id, quantity: 4 });
    const answer = await call("chowk_set_quantity", { cart_item_key: keyOf(id), quantity });
    expect(answer.json()).toEqual({ success: false, message: expect.stringContaining("enter a whole number") });
    expect((await call("get_refreshed_fragments")).json().fragments["a.cart-container"]).toContain(">4</span>");
  },
);

test("setting the quantity of a missing line returns the current cart and a message", async () => {
  const id = await addProduct(db);
  const setIt = async () => (await call("chowk_set_quantity", { cart_item_key: keyOf(id), quantity: 2 })).json();
  const gone = { fragments: expect.anything(), message: expect.stringContaining("no longer in your cart") };
  expect(await setIt()).toMatchObject({ ...gone, cart_hash: "" });
  await call("add_to_cart", { product_id: await addProduct(db) });
  expect(await setIt()).toMatchObject({ ...gone, cart_hash: expect.stringMatching(/^[0-9a-f]{32}$/) });
});

test("a huge quantity is limited in the drawer and refused with a notice at an add", async () => {
  const id = await addProduct(db, { maxQuantity: 7 });
  await call("add_to_cart", { product_id: id, quantity: 4 });
  for (const quantity of ["9999999999", "9".repeat(400)]) {
    const answer = await call("chowk_set_quantity", { cart_item_key: keyOf(id), quantity });
    expect(answer.json().message).toContain("Only 7");
    expect(answer.json().fragments["a.cart-container"]).toContain(">7</span>");
    expect((await call("add_to_cart", { product_id: id, quantity })).json()).toMatchObject({ error: true });
    const [notice] = (await browser.get("/")).json().notices;
    expect(notice.messageKey).toBe("notices.refused.quantity_too_large");
  }
});

test("a silent refusal starts no session; Buy now without a quantity adds the minimum", async () => {
  await call("add_to_cart", { product_id: 987_654_321 });
  await browser.get("/?add-to-cart=987654321");
  await call("add_to_cart", { product_id: await addProduct(db), quantity: 0 });
  expect(browser.cookies.size).toBe(0);
  const pair = await addProduct(db, { minQuantity: 2 });
  expect((await browser.post("/product/tea/", { "add-to-cart": pair })).headers.location).toBe("/checkout/");
  const body = (await call("add_to_cart", { product_id: pair })).json();
  expect(body.fragments["a.cart-container"]).toContain(">3</span>");
});

test("an unknown product has no URL; an invalid id gets the empty answer", async () => {
  const body = (await call("add_to_cart", { product_id: 987_654_321 })).json();
  expect(body).toEqual({ error: true, product_url: false });
  for (const id of ["x", "-1", "0", "1.5", "99999999999999999999"])
    expect((await call("add_to_cart", { product_id: id })).body).toBe("");
});

test.each(["draft", "private", "pending"] as const)(
  "a %s product counts as unknown: no URL, no name",
  async (status) => {
    const { id: sizes, small } = await addSizes(db);
    const ids = [await addProduct(db), await addGroup(db, [await addProduct(db)]), sizes, small];
    await db.execute(`update products set status = '${status}' where id in (${ids.join()})`);
    for (const product_id of ids) {
      for (const quantity of ["1", "0", ""])
        expect((await call("add_to_cart", { product_id, quantity })).json()).toEqual({
          error: true,
          product_url: false,
        });
      expect((await browser.get(`/?add-to-cart=${product_id}&quantity[1]=1`)).json().notices).toEqual([]);
      expect((await browser.get(`/?add-to-cart=${product_id}`)).json().notices).toEqual([]);
    }
  },
);

test("each refusal has a notice text", async () => {
  const { id: variable } = await addSizes(db);
  const single = await addProduct(db, { soldIndividually: true });
  const scarce = await addProduct(db, { managesStock: true, stockQuantity: 2 });
  const least = await addProduct(db, { minQuantity: 3 });
  const priceless = await addProduct(db, { regularPrice: null });
  await call("add_to_cart", { product_id: single });
  await call("add_to_cart", { product_id: scarce });
  const tries: [number, number, string][] = [
    [variable, 1, "variation_attribute_missing"],
    [single, 1, "product_sold_individually"],
    [scarce, 5, "stock_insufficient"],
    [scarce, 2, "stock_insufficient_with_cart"],
    [least, 1, "quantity_too_small"],
    [priceless, 1, "product_not_purchasable"],
  ];
  for (const [product_id, quantity, code] of tries) {
    expect((await call("add_to_cart", { product_id, quantity })).json()).toMatchObject({ error: true });
    const [notice] = (await browser.get("/")).json().notices;
    expect(notice.messageKey).toBe(`notices.refused.${code}`);
  }
});

test("a removal returns fragments; the last one clears hash and cookies (S7.5)", async () => {
  const [first, second] = [await addProduct(db), await addProduct(db)];
  await call("add_to_cart", { product_id: first });
  await call("add_to_cart", { product_id: second });
  const one = await call("remove_from_cart", { cart_item_key: keyOf(first) });
  expect(one.json().cart_hash).toBe(browser.cookies.get("woocommerce_cart_hash"));
  const none = await call("remove_from_cart", { cart_item_key: keyOf(second) });
  expect(none.json().cart_hash).toBe("");
  expect(none.json().fragments["div.widget_shopping_cart_content"]).toContain("woocommerce-mini-cart__empty-message");
  expect([...browser.cookies.keys()].filter((name) => name.startsWith("woocommerce_"))).toEqual([]);
  for (const key of [keyOf(second), "", "' or 1=1"])
    expect((await call("remove_from_cart", { cart_item_key: key })).json()).toEqual({ success: false });
});

test("a restored line is limited to the remaining stock with a message; nothing to restore is reported", async () => {
  const id = await addProduct(db, { name: "Tea", managesStock: true, stockQuantity: 5 });
  await call("add_to_cart", { product_id: id, quantity: 4 });
  const undo = async (left: number) => {
    await call("remove_from_cart", { cart_item_key: keyOf(id) });
    await db.execute(sql`update products set stock_quantity = ${left} where id = ${id}`);
    return (await call("chowk_restore_line", { cart_item_key: keyOf(id) })).json();
  };
  expect(await undo(4)).not.toHaveProperty("message");
  const held = await undo(1);
  expect(held.message).toContain("Only 1 of “Tea”");
  expect(held.fragments["a.cart-container"]).toContain(">1</span>");
  expect((await undo(0)).message).toContain("could not be restored");
  await db.execute(sql`update products set stock_quantity = 5 where id = ${id}`);
  expect((await call("chowk_restore_line", { cart_item_key: keyOf(id) })).json()).not.toHaveProperty("message");
  for (const key of [keyOf(id), keyOf(987_654_321), "", "x"]) {
    const answer = (await call("chowk_restore_line", { cart_item_key: key })).json();
    expect(answer).toEqual({ success: false, message: "There is nothing left to restore." });
  }
});

test("fragments are equal by GET and POST, and need no session (S7.7, S7.9)", async () => {
  const stranger = await browser.get("/?wc-ajax=get_refreshed_fragments");
  expect(stranger.json().cart_hash).toBe("");
  expect(browser.cookies.size).toBe(0);
  const added = (await call("add_to_cart", { product_id: await addProduct(db) })).json();
  const byGet = (await browser.get("/?wc-ajax=get_refreshed_fragments")).json();
  expect((await call("get_refreshed_fragments", { time: 1_700_000_000_000 })).json()).toEqual(byGet);
  expect(byGet).toEqual(added);
});

test("an add takes at most 4 SQL statements; with a cached product 1 without and 2 with a session; fragments take 1", async () => {
  const id = await addProduct(db);
  const count = async (endpoint: string, form = {}) =>
    (await withStatementCount(() => call(endpoint, form))).statements;
  expect(await count("add_to_cart", { product_id: id })).toBe(3);
  expect(await count("add_to_cart", { product_id: id })).toBe(4);
  expect(await count("get_refreshed_fragments")).toBe(2);
  cartFreshness.restore();
  await call("add_to_cart", { product_id: id });
  expect(await count("add_to_cart", { product_id: id })).toBe(2);
  expect(await count("get_refreshed_fragments")).toBe(1);
  browser = new SmallBrowser(app);
  expect(await count("add_to_cart", { product_id: id })).toBe(1);
  cartFreshness.lose(0);
});

test("cached product data is invalidated by changes; stock is never cached", async () => {
  const id = await addProduct(db, { managesStock: true, stockQuantity: 9, regularPrice: 700 });
  cartFreshness.restore();
  await call("add_to_cart", { product_id: id });
  await db.execute(`update products set stock_quantity = 2, regular_price = 800 where id = ${id}`);
  expect((await call("add_to_cart", { product_id: id, quantity: 2 })).json()).toHaveProperty("error", true);
  const before = (await call("get_refreshed_fragments")).json();
  cartFreshness.apply([`product:${id}`]);
  const after = (await call("get_refreshed_fragments")).json();
  expect(after.cart_hash).not.toBe(before.cart_hash);
  // Rendered values that are not part of the hash: name and remaining stock.
  const rendered = async () =>
    (await call("get_refreshed_fragments")).json().fragments["div.widget_shopping_cart_content"];
  expect(await rendered()).toContain('max="2"');
  await db.execute(`update products set stock_quantity = 3, name = 'Renamed since' where id = ${id}`);
  expect(await rendered()).toContain('max="3"');
  cartFreshness.apply([`product:${id}`]);
  expect(await rendered()).toContain("Renamed since");
  expect((await call("add_to_cart", { product_id: id })).json().cart_hash).toMatch(/^[0-9a-f]{32}$/);
  cartFreshness.lose(0);
});

test("an add repeated with the same idempotency key counts once, at any process; a new key counts again", async () => {
  const id = await addProduct(db);
  await call("add_to_cart", { product_id: id });
  const [attempt, other] = [randomUUID(), randomUUID()];
  const add = (mark: string) => call("add_to_cart", { product_id: id, chowk_attempt: mark });
  const answers = await Promise.all([add(attempt), add(attempt), add(attempt.toUpperCase())]);
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
  await browser.get(`/product/tea/?add-to-cart=${id}&chowk_attempt=${attempt}`);
  expect((await add(other)).json().fragments["a.cart-container"]).toContain(">3</span>");
  for (const mark of ["", "x", `${attempt}0`, "'"]) await add(mark);
  expect((await add(other)).json().fragments["a.cart-container"]).toContain(">7</span>");
});

test("20 parallel adds by one visitor make one line of 20", async () => {
  const id = await addProduct(db);
  await call("add_to_cart", { product_id: id });
  await Promise.all(Array.from({ length: 19 }, () => call("add_to_cart", { product_id: id })));
  const body = (await call("get_refreshed_fragments")).json();
  expect(body.fragments["a.cart-container"]).toContain(">20</span>");
});

test("a product that is no longer sold is removed from the cart with a notice", async () => {
  const id = await addProduct(db, { name: "Gone" });
  await call("add_to_cart", { product_id: id });
  await db.execute(`update products set status = 'draft' where id = ${id}`);
  expect((await call("get_refreshed_fragments")).json().cart_hash).toBe("");
  expect((await browser.get("/")).json().notices).toEqual([
    { kind: "error", messageKey: "notices.gone", values: { name: "Gone" } },
  ]);
});

test("an add leaves a success notice only with the redirect setting", async () => {
  const id = await addProduct(db, { name: "Tea" });
  await call("add_to_cart", { product_id: id });
  expect((await browser.get("/")).json().notices).toEqual([]);
  await setSetting(db, "cart_redirect_after_add", "yes");
  freshness.apply("*");
  await call("add_to_cart", { product_id: id, quantity: 3 });
  const { notices } = (await browser.get("/")).json();
  expect(notices).toMatchObject([{ kind: "success", values: { name: "Tea", count: 3 } }]);
  await resetSetting(db, "cart_redirect_after_add");
  freshness.apply("*");
});

test("images and calls from other sites change nothing", async () => {
  const id = await addProduct(db);
  const foreign = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" };
  expect((await browser.get(`/?wc-ajax=add_to_cart&product_id=${id}`, foreign)).statusCode).toBe(403);
  expect(browser.cookies.size).toBe(0);
  expect((await browser.get(`/?wc-ajax=add_to_cart&product_id=${id}`)).json().cart_hash).toMatch(/^[0-9a-f]{32}$/);
});

test("the general door answers 400 and 0 without a known action, and has aliases of the shop door (S2.10)", async () => {
  const url = "/wp-admin/admin-ajax.php";
  for (const form of [{}, { action: "" }, { action: "nonsense" }, { action: "toString" }] as Record<string, string>[]) {
    const answer = await browser.post(url, form);
    expect([answer.statusCode, answer.body]).toEqual([400, "0"]);
  }
  expect((await browser.get(url)).statusCode).toBe(400);
  const silent = await browser.post(url, { action: "nothing" });
  expect([silent.statusCode, silent.body]).toEqual([200, "0"]);
  const id = await addProduct(db);
  const added = await browser.post(url, { action: "woocommerce_add_to_cart", product_id: id });
  const refreshed = await browser.get(`${url}?action=woocommerce_get_refreshed_fragments`);
  expect(refreshed.json()).toEqual(added.json());
  const refused = await browser.post(url, { action: "woocommerce_update_order_review" });
  expect([refused.statusCode, refused.body]).toEqual([403, "-1"]);
});

test("a variation has every key of the protocol with its type, for any custom_data (S3.6 to S3.18)", async () => {
  const { id } = await addSizes(db, {}, { weightGrams: null, soldIndividually: true });
  const call = { product_id: id, attribute_size: "Small", custom_data: '{"gift":"yes"}' };
  const answer = await browser.post("/?wc-ajax=get_variation", call);
  const variation = answer.json<Record<string, unknown>>();
  const types = Object.fromEntries(Object.entries(variation).map(([key, value]) => [key, typeof value]));
  expect(types).toEqual({
    ...typed("object", "attributes", "dimensions", "image"),
    ...typed("boolean", "backorders_allowed", "is_downloadable", "is_in_stock", "is_purchasable", "is_virtual"),
    ...typed("boolean", "variation_is_active", "variation_is_visible"),
    ...typed("number", "display_price", "display_regular_price", "image_id", "min_qty", "variation_id"),
    ...typed("string", "availability_html", "dimensions_html", "is_sold_individually", "price_html", "sku", "weight"),
    ...typed("string", "weight_html", "variation_description", "max_qty", "offer_html"),
  });
  const { image, image_id } = variation as { image: Record<string, unknown>; image_id: number };
  const sides = ["src", "full_src", "gallery_thumbnail_src", "thumb_src"];
  const keys = [
    ...sides,
    ...sides.flatMap((name) => [`${name}_w`, `${name}_h`]),
    "srcset",
    "sizes",
    "title",
    "caption",
  ];
  expect(Object.keys(image).toSorted()).toEqual([...keys, "alt", "url"].toSorted());
  expect([image.src, image.srcset, image_id]).toEqual(["", false, 0]);
  expect(variation).toMatchObject({ weight_html: "N/A", dimensions_html: "N/A", is_sold_individually: "no" });
  expect((await browser.post("/?wc-ajax=get_variation", { ...call, custom_data: "" })).json()).toEqual(variation);
});

const typed = (type: string, ...keys: string[]) => Object.fromEntries(keys.map((key) => [key, type]));

test("get_variation returns the match, false without one, the empty answer without a product (S7.11)", async () => {
  const { id, large } = await addSizes(db, {}, { regularPrice: 1500 });
  const found = await call("get_variation", { product_id: id, attribute_size: "Large" });
  expect(found.headers["content-type"]).toBe("application/json; charset=UTF-8");
  expect(found.json()).toMatchObject({
    variation_id: large,
    attributes: { attribute_size: "Large" },
    display_price: 1500,
    is_in_stock: true,
    is_purchasable: true,
  });
  expect((await call("get_variation", { product_id: id, attribute_size: "Huge" })).body).toBe("false");
  expect((await call("get_variation", { product_id: id })).body).toBe("false");
  for (const product_id of ["", "x", 987_654_321, await addProduct(db)])
    expect((await call("get_variation", { product_id })).body).toBe("");
});

test("an out-of-stock variation is purchasable in the protocol, which reports stock separately (S3.16)", async () => {
  const { id } = await addSizes(db, {}, { stockStatus: "outofstock" });
  const found = await call("get_variation", { product_id: id, attribute_size: "Large" });
  expect(found.json()).toMatchObject({ is_purchasable: true, is_in_stock: false, variation_is_visible: true });
});

test("the stock limits max_qty if the shop shows it; otherwise the add is refused with the number (S3.18)", async () => {
  const sold = { managesStock: true, stockQuantity: 40, lowStockAmount: 5 };
  const { id } = await addSizes(db, { name: "Tea" }, sold);
  const limits = async () => {
    const { max_qty, min_qty } = (await call("get_variation", { product_id: id, attribute_size: "Small" })).json();
    return { max_qty, min_qty };
  };
  expect(await limits()).toEqual({ max_qty: "", min_qty: 1 });
  const refused = await call("add_to_cart", { product_id: id, attribute_size: "Small", quantity: 41 });
  expect(refused.json()).toMatchObject({ error: true });
  expect((await browser.get("/")).json().notices).toMatchObject([{ values: { name: "Tea, Small", remaining: 40 } }]);
  const { id: low } = await addSizes(db, {}, { ...sold, stockQuantity: 4 });
  const found = await call("get_variation", { product_id: low, attribute_size: "Small" });
  expect(found.json()).toMatchObject({ max_qty: 4 });
});

test("get_variation returns a price unless it equals the product's", async () => {
  const priceOf = async (id: number) =>
    (await call("get_variation", { product_id: id, attribute_size: "Large" })).json<{ price_html: string }>()
      .price_html;
  const reduced = { salePrice: 500 };
  expect(await priceOf((await addSizes(db, {}, { regularPrice: 800, ...reduced })).id)).toBe("");
  const other = await addSizes(db, {}, { regularPrice: 800, ...reduced });
  await db.execute(sql`update products set regular_price = 1000 where id = ${other.large}`);
  expect(await priceOf(other.id)).toMatch(/500.*1,000/);
  expect(await priceOf((await addSizes(db)).id)).toBe("");
});

test("a cart of virtual products has no shipping row and no courier text", async () => {
  await call("add_to_cart", { product_id: await addProduct(db, { isVirtual: true }) });
  const security = entrance.nonces.create("update-order-review");
  const { fragments } = (await call("update_order_review", { security })).json();
  const totals = (await browser.get("/?wc-ajax=get_cart_totals")).body;
  const mini = (await call("get_refreshed_fragments")).json().fragments["div.widget_shopping_cart_content"];
  for (const html of [...Object.values<string>(fragments), totals, mini])
    expect(html).not.toMatch(/shipping|courier|parcel|arrives/i);
  await call("add_to_cart", { product_id: await addProduct(db) });
  expect((await browser.get("/?wc-ajax=get_cart_totals")).body).toContain("Shipping");
});

test("totals are HTML; a refused coupon is a notice with the error class", async () => {
  await call("add_to_cart", { product_id: await addProduct(db, { regularPrice: 1234 }) });
  const totals = await browser.get("/?wc-ajax=get_cart_totals");
  expect(totals.headers["content-type"]).toBe("text/html; charset=UTF-8");
  expect(totals.body).toMatch(/^<div class="cart_totals.*1,234/);
  const security = entrance.nonces.create("apply-coupon");
  const coupon = await call("apply_coupon", { security, coupon_code: "<b>10" });
  expect(coupon.body).toMatch(/^<ul class="woocommerce-error.*&lt;b&gt;10/);
  expect((await call("apply_coupon", { security: "", coupon_code: "x" })).body).toBe("-1");
});
