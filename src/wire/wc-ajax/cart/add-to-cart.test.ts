import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import type { Freshness } from "#http/freshness.ts";
import { addGroup, addProduct, addSizes } from "#shop/cart/cart.fixtures.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { keyOf, openSmallShop, origin, SmallBrowser } from "../entrance.fixtures.ts";

let db: Database;
let app: FastifyInstance;
let freshness: Freshness;
let browser: SmallBrowser;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
  ({ app, freshness } = await openSmallShop(db));
});
afterAll(() => app.close());
beforeEach(() => {
  browser = new SmallBrowser(app);
});

const call = (endpoint: string, form: Record<string, string | number> = {}) =>
  browser.post(`/?wc-ajax=${endpoint}`, form);

test("an add returns fragments and the same hash as the cookie", async () => {
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

test("a group adds its members by their quantities, once for an idempotency key", async () => {
  const [one, two] = [await addProduct(db, { name: "Zinc" }), await addProduct(db, { name: "Iron" })];
  const group = await addGroup(db, [one, two]);
  const form = { product_id: group, [`quantity[${one}]`]: 2, [`quantity[${two}]`]: 1, chowk_attempt: randomUUID() };
  for (const body of [(await call("add_to_cart", form)).json(), (await call("add_to_cart", form)).json()]) {
    expect(body.fragments["a.cart-container"]).toContain(">3</span>");
    expect(body.fragments["div.widget_shopping_cart_content"]).toMatch(/Zinc[^]*Iron|Iron[^]*Zinc/);
  }
  const refused = await call("add_to_cart", { product_id: group, [`quantity[${one}]`]: 0 });
  expect(refused.json()).toMatchObject({ error: true });
  expect((await browser.get("/")).json().notices).toMatchObject([
    { messageKey: "notices.refused.group_choose_quantity" },
  ]);
});

test("20 parallel adds by one visitor make one line of 20", async () => {
  const id = await addProduct(db);
  await call("add_to_cart", { product_id: id });
  await Promise.all(Array.from({ length: 19 }, () => call("add_to_cart", { product_id: id })));
  const body = (await call("get_refreshed_fragments")).json();
  expect(body.fragments["a.cart-container"]).toContain(">20</span>");
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
