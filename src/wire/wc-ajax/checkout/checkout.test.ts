import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { Database } from "#db/database.ts";
import { withStatementCount } from "#db/statement-count.ts";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { openSmallShop, origin, SmallBrowser, type SmallShop } from "../entrance.fixtures.ts";
import type { Entrance } from "../entrance.ts";
import { guestForm } from "../guest-form.fixtures.ts";

let db: Database;
let app: FastifyInstance;
let entrance: Entrance;
let freshness: SmallShop["freshness"];
let browser: SmallBrowser;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
  ({ app, entrance, freshness } = await openSmallShop(db));
});
afterAll(() => app.close());
beforeEach(() => {
  browser = new SmallBrowser(app);
});

const call = (endpoint: string, form: Record<string, string | number>) => browser.post(`/?wc-ajax=${endpoint}`, form);

const orderCount = async () => (await db.execute<{ n: number }>(sql`select count(*)::int as n from orders`)).rows[0]?.n;

test("an order returns the confirmation's URL and clears the cart cookies", async () => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const answer = await call("checkout", guestForm(entrance));
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/json; charset=UTF-8"]);
  const { result, redirect, order_id } = answer.json();
  expect(result).toBe("success");
  expect(redirect).toMatch(
    new RegExp(`^${origin}/checkout/order-received/${order_id}/\\?key=wc_order_[A-Za-z0-9]{13}$`),
  );
  expect(browser.cookies.has("woocommerce_cart_hash")).toBe(false);
  const again = await call("checkout", guestForm(entrance));
  expect(again.json()).toEqual(answer.json());
});

test("the same form sent twice concurrently places one order", async () => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const before = await orderCount();
  const form = guestForm(entrance, { chowk_attempt: "a1" });
  const answers = await Promise.all(Array.from({ length: 5 }, () => call("checkout", form)));
  expect(new Set(answers.map((answer) => answer.json().redirect)).size).toBe(1);
  expect(await orderCount()).toBe((before ?? 0) + 1);
});

test("an order takes 7 SQL statements", async () => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const form = guestForm(entrance, { chowk_attempt: "a2" });
  expect((await withStatementCount(() => call("checkout", form))).statements).toBe(7);
});

test("the same form with another address is refused with a link to the existing order", async () => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const placed = (await call("checkout", guestForm(entrance, { chowk_attempt: "a4" }))).json();
  const other = guestForm(entrance, { chowk_attempt: "a4", billing_address_1: "Shop 3, Mall Road" });
  const refused = (await call("checkout", other)).json();
  expect(refused).toMatchObject({ result: "failure", refresh: false, reload: false });
  expect(refused.messages).toContain(`order number ${placed.order_id}.`);
  expect(refused.messages).toContain(new URL(placed.redirect).search);
  expect((await call("checkout", guestForm(entrance, { chowk_attempt: "a4" }))).json()).toEqual(placed);
});

test("an order stores its attribution, customer data and prices", async () => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const attributionFields = {
    wc_order_attribution_source_type: "utm",
    wc_order_attribution_utm_source: "newsletter",
    wc_order_attribution_utm_creative_format: "(none)",
    wc_order_attribution_session_pages: "4",
    "terms-field": "1",
    terms: "on",
  };
  const { order_id } = (await call("checkout", guestForm(entrance, attributionFields))).json();
  const { rows } = await db.execute(sql`select transaction_id, affiliation, language, created_via, customer_ip, consent,
    attribution, length(cart_hash) as hash from orders where id = ${order_id}`);
  expect(rows).toEqual([
    {
      transaction_id: String(order_id),
      affiliation: "My shop",
      language: "en",
      created_via: "checkout",
      customer_ip: "127.0.0.1",
      consent: { terms: true },
      attribution: {
        origin: "Source: Newsletter",
        sourceType: "utm",
        utmSource: "newsletter",
        sessionPages: 4,
        deviceType: "Desktop",
      },
      hash: 32,
    },
  ]);
});

test("errors are one announced list, each linked to its control", async () => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const { result, messages, refresh, reload } = (
    await call("checkout", guestForm(entrance, { billing_city: "  ", billing_phone: "12", billing_email: "a@b" }))
  ).json();
  expect({ result, refresh, reload }).toEqual({ result: "failure", refresh: false, reload: false });
  expect(messages).toMatch(/^<ul class="woocommerce-error[^>]*role="alert"/);
  const ids = [...messages.matchAll(/data-id="(\w+)"/g)].map((match) => match[1]);
  expect(ids).toEqual(["billing_phone", "billing_email", "billing_city"]);
});

test("the terms are required also of a form without them, and the review then shows them", async () => {
  onTestFinished(async () => {
    await db.execute(sql`delete from settings where key = 'terms_page'`);
    freshness.apply("*");
  });
  await setSetting(db, "terms_page", "/terms/");
  freshness.apply("*");
  await call("add_to_cart", { product_id: await addProduct(db) });
  const silent = (await call("checkout", guestForm(entrance))).json();
  const refused = (await call("checkout", guestForm(entrance, { "terms-field": "1" }))).json();
  const { result, order_id } = (
    await call("checkout", guestForm(entrance, { "terms-field": "1", terms: "on" }))
  ).json();
  expect(silent).toMatchObject({ result: "failure", refresh: true });
  expect(refused).toMatchObject({ result: "failure", refresh: false });
  expect([silent, refused].map(({ messages }) => /data-id="(\w+)"/.exec(messages)?.[1])).toEqual(["terms", "terms"]);
  expect(result).toBe("success");
  const { rows } = await db.execute(sql`select consent from orders where id = ${order_id}`);
  expect(rows).toEqual([{ consent: { terms: true } }]);
});

test("a product that sold out and an unknown payment method are reported", async () => {
  const id = await addProduct(db, { name: "Tea", managesStock: true, stockQuantity: 1 });
  await call("add_to_cart", { product_id: id });
  const unknown = (await call("checkout", guestForm(entrance, { payment_method: "gold" }))).json();
  expect(unknown.messages).toContain("choose a payment method");
  await db.execute(sql`update products set stock_quantity = 0 where id = ${id}`);
  const { result, messages } = (await call("checkout", guestForm(entrance))).json();
  expect(result).toBe("failure");
  expect(messages).toContain("“Tea” is out of stock");
});

test("a repeated order resets the cart cookies", async () => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const form = guestForm(entrance, { chowk_attempt: "a3" });
  await call("checkout", form);
  browser.cookies.set("woocommerce_cart_hash", "0".repeat(32)).set("woocommerce_items_in_cart", "1");
  expect((await call("checkout", form)).json().result).toBe("success");
  expect([...browser.cookies.keys()].filter((name) => name.startsWith("woocommerce_"))).toEqual([]);
});

test("a price that rose is not charged: the answer says so and the client refreshes the totals", async () => {
  const id = await addProduct(db, { regularPrice: 1000 });
  const { cart_hash } = (await call("add_to_cart", { product_id: id })).json();
  await db.execute(sql`update products set regular_price = 1200 where id = ${id}`);
  const refused = (await call("checkout", guestForm(entrance, { chowk_cart_hash: cart_hash }))).json();
  expect(refused).toMatchObject({ result: "failure", refresh: true, reload: false });
  expect(refused.messages).toContain("Rs\u00a01,200");
  const security = entrance.nonces.create("update-order-review");
  const { fragments } = (await call("update_order_review", { security })).json();
  const fresh = /name="chowk_cart_hash" value="([0-9a-f]{32})"/.exec(fragments[".woocommerce-checkout-payment"])?.[1];
  expect((await call("checkout", guestForm(entrance, { chowk_cart_hash: fresh ?? "" }))).json().result).toBe("success");
});

test("a bad nonce triggers a refresh if there is a cart, otherwise the session-expired message", async () => {
  const bad = guestForm(entrance, { "woocommerce-process-checkout-nonce": "0123456789" });
  const strangers = (await call("checkout", bad)).json();
  expect(strangers).toMatchObject({ result: "failure", refresh: false });
  await call("add_to_cart", { product_id: await addProduct(db) });
  expect((await call("checkout", bad)).json()).toMatchObject({ result: "failure", refresh: true, reload: false });
});

test("a valid form without a session finds no cart", async () => {
  const answer = (await call("checkout", guestForm(entrance))).json();
  expect(answer).toMatchObject({ result: "failure", refresh: false, reload: false });
  expect(answer.messages).toContain("woocommerce-error");
});

test.each([
  { billing_first_name: "\u0000" },
  { billing_first_name: "x".repeat(100_000) },
  { "billing_first_name[]": "x", billing_phone: "٩".repeat(20) },
  { order_comments: "\u0007", billing_country: "../../../etc" },
])("hostile form %# is refused without a server error", async (given) => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const answer = await call("checkout", { ...guestForm(entrance), ...given });
  expect(answer.statusCode).toBe(200);
});
