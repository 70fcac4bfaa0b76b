import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { withStatementCount } from "#db/statement-count.ts";
import type { Freshness } from "#http/freshness.ts";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { keyOf, openSmallShop, SmallBrowser } from "./entrance.fixtures.ts";
import type { Entrance } from "./entrance.ts";

let db: Database;
let app: FastifyInstance;
let cartFreshness: Freshness;
let entrance: Entrance;
let browser: SmallBrowser;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
  ({ app, entrance, cartFreshness } = await openSmallShop(db));
});
afterAll(() => app.close());
beforeEach(() => {
  browser = new SmallBrowser(app);
});

const call = (endpoint: string, form: Record<string, string | number> = {}) =>
  browser.post(`/?wc-ajax=${endpoint}`, form);

test("the door's headers and empty answers: unknown endpoint, broken names, no product", async () => {
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

test("a removal returns fragments; the last one clears hash and cookies", async () => {
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
    expect(answer).toEqual({ success: false, message: "This item can no longer be restored." });
  }
});

test("fragments are equal by GET and POST, and need no session", async () => {
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
  cartFreshness.markReadable();
  await call("add_to_cart", { product_id: id });
  expect(await count("add_to_cart", { product_id: id })).toBe(2);
  expect(await count("get_refreshed_fragments")).toBe(1);
  browser = new SmallBrowser(app);
  expect(await count("add_to_cart", { product_id: id })).toBe(1);
  cartFreshness.markUnreadable(0);
});

test("cached product data is invalidated by changes; stock is never cached", async () => {
  const id = await addProduct(db, { managesStock: true, stockQuantity: 9, regularPrice: 700 });
  cartFreshness.markReadable();
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
  cartFreshness.markUnreadable(0);
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

test("images and calls from other sites change nothing", async () => {
  const id = await addProduct(db);
  const foreign = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" };
  expect((await browser.get(`/?wc-ajax=add_to_cart&product_id=${id}`, foreign)).statusCode).toBe(403);
  expect(browser.cookies.size).toBe(0);
  expect((await browser.get(`/?wc-ajax=add_to_cart&product_id=${id}`)).json().cart_hash).toMatch(/^[0-9a-f]{32}$/);
});

test("the general door answers 400 and 0 without a known action, and has aliases of the shop door", async () => {
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
