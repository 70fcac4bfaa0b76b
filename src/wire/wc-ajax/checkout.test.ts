import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { Database } from "#db/database.ts";
import { withStatementCount } from "#db/statement-count.ts";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { giveZone } from "#shop/delivery/delivery.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { openSmallShop, origin, SmallBrowser, type SmallShop } from "./entrance.fixtures.ts";
import type { Entrance } from "./entrance.ts";

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

/** A guest's form from Lahore, with a nonce valid for every guest. */
const formOf = (given: Record<string, string> = {}) => ({
  billing_first_name: "Ayesha",
  billing_last_name: "Khan",
  billing_country: "PK",
  billing_address_1: "House 14, Street 6",
  billing_city: "Lahore",
  billing_state: "PB",
  billing_phone: "0300 1234567",
  billing_email: "ayesha@example.com",
  order_comments: "",
  payment_method: "cod",
  "woocommerce-process-checkout-nonce": entrance.nonces.create("woocommerce-process_checkout"),
  _wp_http_referer: "/checkout/",
  ...given,
});

const orderCount = async () => (await db.execute<{ n: number }>(sql`select count(*)::int as n from orders`)).rows[0]?.n;

test("an order returns the confirmation's URL and clears the cart cookies", async () => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const answer = await call("checkout", formOf());
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/json; charset=UTF-8"]);
  const { result, redirect, order_id } = answer.json();
  expect(result).toBe("success");
  expect(redirect).toMatch(
    new RegExp(`^${origin}/checkout/order-received/${order_id}/\\?key=wc_order_[A-Za-z0-9]{13}$`),
  );
  expect(browser.cookies.has("woocommerce_cart_hash")).toBe(false);
  const again = await call("checkout", formOf());
  expect(again.json()).toEqual(answer.json());
});

test.each([
  ["0300 1234567", "+923001234567"],
  ["+92 (300) 123-4567", "+923001234567"],
  ["0092 300 1234567", "+923001234567"],
  ["92 300 1234567", "+923001234567"],
  ["٠٣٠٠١٢٣٤٥٦٧", "+923001234567"],
  ["+44 20 7946 0958", "+442079460958"],
])("the order stores the phone %s as %s", async (typed, stored) => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const { order_id } = (await call("checkout", formOf({ billing_phone: typed }))).json();
  const { rows } = await db.execute(sql`select billing ->> 'phone' as phone from orders where id = ${order_id}`);
  expect(rows).toEqual([{ phone: stored }]);
});

test("a name cannot reverse or break its line", async () => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const refused = await call("checkout", formOf({ billing_first_name: "Ayesha\nKhan", billing_city: "Lah\u0007ore" }));
  expect(refused.json().messages).toMatch(/data-id="billing_first_name".*data-id="billing_city"/s);
  const form = formOf({ billing_first_name: "\u202eAyesha\u2066 عائشہ\u2069", billing_city: "La\u202dhore" });
  const { order_id } = (await call("checkout", form)).json();
  const { rows } = await db.execute(sql`select billing ->> 'firstName' as name, billing ->> 'city' as city
    from orders where id = ${order_id}`);
  expect(rows).toEqual([{ name: "Ayesha عائشہ", city: "Lahore" }]);
});

test.each(["\u200b", "\u200e\u00ad \u2060", "\ufeff"])("a name of only %j counts as empty", async (unseen) => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const refused = (await call("checkout", formOf({ billing_first_name: unseen, billing_city: unseen }))).json();
  expect(refused.messages).toMatch(/data-id="billing_first_name".*data-id="billing_city"/s);
});

test("characters that the database cannot store are refused at their field; joiners within a word are kept", async () => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  for (const hostile of ["nul\0@example.com", "nul\ud800@example.com"]) {
    const { result, messages } = (await call("checkout", formOf({ billing_email: hostile }))).json();
    expect([result, messages]).toEqual(["failure", expect.stringContaining('data-id="billing_email"')]);
  }
  const named = (await call("checkout", formOf({ billing_first_name: "Aye\0sha" }))).json();
  expect(named.messages).toContain('data-id="billing_first_name"');
  const { order_id } = (await call("checkout", formOf({ billing_first_name: "می\u200cنا" }))).json();
  const { rows } = await db.execute(sql`select billing ->> 'firstName' as name from orders where id = ${order_id}`);
  expect(rows).toEqual([{ name: "می\u200cنا" }]);
});

test("the same form sent twice concurrently places one order", async () => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const before = await orderCount();
  const form = formOf({ chowk_attempt: "a1" });
  const answers = await Promise.all(Array.from({ length: 5 }, () => call("checkout", form)));
  expect(new Set(answers.map((answer) => answer.json().redirect)).size).toBe(1);
  expect(await orderCount()).toBe((before ?? 0) + 1);
});

test("an order takes 7 SQL statements", async () => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const form = formOf({ chowk_attempt: "a2" });
  expect((await withStatementCount(() => call("checkout", form))).statements).toBe(7);
});

test("the same form with another address is refused with a link to the existing order", async () => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const placed = (await call("checkout", formOf({ chowk_attempt: "a4" }))).json();
  const other = formOf({ chowk_attempt: "a4", billing_address_1: "Shop 3, Mall Road" });
  const refused = (await call("checkout", other)).json();
  expect(refused).toMatchObject({ result: "failure", refresh: false, reload: false });
  expect(refused.messages).toContain(`as number ${placed.order_id}.`);
  expect(refused.messages).toContain(new URL(placed.redirect).search);
  expect((await call("checkout", formOf({ chowk_attempt: "a4" }))).json()).toEqual(placed);
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
  const { order_id } = (await call("checkout", formOf(attributionFields))).json();
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
      attribution: { sourceType: "utm", utmSource: "newsletter", sessionPages: 4, deviceType: "Desktop" },
      hash: 32,
    },
  ]);
});

test.each([
  ["fetched", {}],
  ["downloaded", { isVirtual: true, isDownloadable: true }],
])("an order of a product that is %s ignores the second address", async (_how, product) => {
  const fetched = { kind: "local_pickup", title: "Fetch it", price: 0 } as const;
  await giveZone(db, "Everywhere", "", [fetched]);
  freshness.apply("*");
  await call("add_to_cart", { product_id: await addProduct(db, product) });
  const other = {
    ship_to_different_address: "1",
    shipping_first_name: "x\u0001".repeat(4500),
    shipping_city: "\u0007",
  };
  const { result, order_id } = (await call("checkout", formOf(other))).json();
  await db.execute(sql`delete from delivery_zones`);
  freshness.apply("*");
  expect(result).toBe("success");
  const { rows } = await db.execute(sql`select billing = shipping as is_same from orders where id = ${order_id}`);
  expect(rows).toEqual([{ is_same: true }]);
});

test("errors are one announced list, each linked to its control", async () => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const { result, messages, refresh, reload } = (
    await call("checkout", formOf({ billing_city: "  ", billing_phone: "12", billing_email: "a@b" }))
  ).json();
  expect({ result, refresh, reload }).toEqual({ result: "failure", refresh: false, reload: false });
  expect(messages).toMatch(/^<ul class="woocommerce-error[^>]*role="alert"/);
  const ids = [...messages.matchAll(/data-id="(\w+)"/g)].map((match) => match[1]);
  expect(ids).toEqual(["billing_phone", "billing_email", "billing_city"]);
});

test("an error uses the field's label, without the address's name for the second address", async () => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const shipping = { shipping_first_name: "x".repeat(121), shipping_country: "PK", shipping_address_1: "Shop 3" };
  const form = formOf({ billing_first_name: "x".repeat(121), ship_to_different_address: "1", ...shipping });
  const { messages } = (await call("checkout", form)).json();
  const beside = [...messages.matchAll(/<li[^>]*data-id="(\w+)"(?: data-beside="([^"]*)")?.*?<a[^>]*>(.*?)<\/a>/g)];
  const tooLong = "Full name is too long: 120 characters at most.";
  expect(beside.map((match) => match.slice(1))).toEqual([
    ["billing_first_name", undefined, tooLong],
    ["shipping_first_name", tooLong, `Delivery address: ${tooLong}`],
    ["shipping_city", "Enter a city.", "Delivery address: Enter a city."],
    ["shipping_state", "Choose a province.", "Delivery address: Choose a province."],
  ]);
});

test("a known city sets its province if none was chosen; a chosen one stays", async () => {
  for (const [state, kept] of [
    ["", "PB"],
    ["SD", "SD"],
  ]) {
    await call("add_to_cart", { product_id: await addProduct(db) });
    const { order_id } = (
      await call("checkout", formOf({ billing_city: " LAHORE ", billing_state: state ?? "" }))
    ).json();
    const { rows } = await db.execute(sql`select billing ->> 'state' as state from orders where id = ${order_id}`);
    expect(rows).toEqual([{ state: kept }]);
  }
  await call("add_to_cart", { product_id: await addProduct(db) });
  const { messages } = (await call("checkout", formOf({ billing_city: "Chak 44", billing_state: "" }))).json();
  expect(messages).toContain('data-id="billing_state"');
});

test("the terms are required also of a form without them, and the review then shows them", async () => {
  onTestFinished(async () => {
    await db.execute(sql`delete from settings where key = 'terms_page'`);
    freshness.apply("*");
  });
  await setSetting(db, "terms_page", "/terms/");
  freshness.apply("*");
  await call("add_to_cart", { product_id: await addProduct(db) });
  const silent = (await call("checkout", formOf())).json();
  const refused = (await call("checkout", formOf({ "terms-field": "1" }))).json();
  const { result, order_id } = (await call("checkout", formOf({ "terms-field": "1", terms: "on" }))).json();
  expect(silent).toMatchObject({ result: "failure", refresh: true });
  expect(refused).toMatchObject({ result: "failure", refresh: false });
  expect([silent, refused].map(({ messages }) => /data-id="(\w+)"/.exec(messages)?.[1])).toEqual(["terms", "terms"]);
  expect(result).toBe("success");
  const { rows } = await db.execute(sql`select consent from orders where id = ${order_id}`);
  expect(rows).toEqual([{ consent: { terms: true } }]);
});

test("the second address is used only if its checkbox is checked", async () => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const other = { shipping_first_name: "Ali", shipping_country: "PK", shipping_address_1: "", shipping_city: "Multan" };
  const refused = (await call("checkout", formOf({ ...other, ship_to_different_address: "1" }))).json();
  expect(refused.messages).toContain('data-id="shipping_address_1"');
  expect((await call("checkout", formOf(other))).json().result).toBe("success");
});

test("a product that sold out and an unknown payment method are reported", async () => {
  const id = await addProduct(db, { name: "Tea", managesStock: true, stockQuantity: 1 });
  await call("add_to_cart", { product_id: id });
  const unknown = (await call("checkout", formOf({ payment_method: "gold" }))).json();
  expect(unknown.messages).toContain("choose a payment method");
  await db.execute(sql`update products set stock_quantity = 0 where id = ${id}`);
  const { result, messages } = (await call("checkout", formOf())).json();
  expect(result).toBe("failure");
  expect(messages).toContain("“Tea” is out of stock");
});

test("a repeated order resets the cart cookies", async () => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const form = formOf({ chowk_attempt: "a3" });
  await call("checkout", form);
  browser.cookies.set("woocommerce_cart_hash", "0".repeat(32)).set("woocommerce_items_in_cart", "1");
  expect((await call("checkout", form)).json().result).toBe("success");
  expect([...browser.cookies.keys()].filter((name) => name.startsWith("woocommerce_"))).toEqual([]);
});

test("a price that rose is not charged: the answer says so and the client refreshes the totals", async () => {
  const id = await addProduct(db, { regularPrice: 1000 });
  const { cart_hash } = (await call("add_to_cart", { product_id: id })).json();
  await db.execute(sql`update products set regular_price = 1200 where id = ${id}`);
  const refused = (await call("checkout", formOf({ chowk_cart_hash: cart_hash }))).json();
  expect(refused).toMatchObject({ result: "failure", refresh: true, reload: false });
  expect(refused.messages).toContain("Rs\u00a01,200");
  const security = entrance.nonces.create("update-order-review");
  const { fragments } = (await call("update_order_review", { security })).json();
  const fresh = /name="chowk_cart_hash" value="([0-9a-f]{32})"/.exec(fragments[".woocommerce-checkout-payment"])?.[1];
  expect((await call("checkout", formOf({ chowk_cart_hash: fresh ?? "" }))).json().result).toBe("success");
});

test("a bad nonce triggers a refresh if there is a cart, otherwise the session-expired message", async () => {
  const bad = formOf({ "woocommerce-process-checkout-nonce": "0123456789" });
  const strangers = (await call("checkout", bad)).json();
  expect(strangers).toMatchObject({ result: "failure", refresh: false });
  await call("add_to_cart", { product_id: await addProduct(db) });
  expect((await call("checkout", bad)).json()).toMatchObject({ result: "failure", refresh: true, reload: false });
});

test("a valid form without a session finds no cart", async () => {
  const answer = (await call("checkout", formOf())).json();
  expect(answer).toMatchObject({ result: "failure", refresh: false, reload: false });
  expect(answer.messages).toContain("woocommerce-error");
});

test.each([
  { billing_first_name: "\u0000" },
  { billing_first_name: "x".repeat(100_000) },
  { "billing_first_name[]": "x", billing_phone: "٩".repeat(20) },
  { order_comments: "\u0007", billing_country: "../../etc" },
])("hostile form %# is refused without a server error", async (given) => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const answer = await call("checkout", { ...formOf(), ...given });
  expect(answer.statusCode).toBe(200);
});

test("the order review returns two fragments whose roots match their selectors", async () => {
  const security = entrance.nonces.create("update-order-review");
  await call("add_to_cart", { product_id: await addProduct(db, { name: "Tea" }) });
  const form = {
    security,
    payment_method: "cod",
    country: "PK",
    city: "Lahore",
    has_full_address: "true",
    post_data: "",
  };
  const { result, messages, reload, fragments } = (await call("update_order_review", form)).json();
  expect({ result, messages, reload }).toEqual({ result: "success", messages: "", reload: false });
  expect(Object.keys(fragments)).toEqual([".woocommerce-checkout-review-order-table", ".woocommerce-checkout-payment"]);
  expect(fragments[".woocommerce-checkout-review-order-table"]).toMatch(
    /^<table class="[^"]*woocommerce-checkout-review-order-table/,
  );
  const nonce = /name="woocommerce-process-checkout-nonce" value="([0-9a-f]{10})"/.exec(
    fragments[".woocommerce-checkout-payment"],
  )?.[1];
  const order = await call("checkout", formOf({ "woocommerce-process-checkout-nonce": nonce ?? "" }));
  expect(order.json().result).toBe("success");
});

test("the order review replaces the form if there is no cart, and is refused without a nonce", async () => {
  const security = entrance.nonces.create("update-order-review");
  const { fragments, ...rest } = (await call("update_order_review", { security })).json();
  expect(rest).toEqual({});
  expect(Object.keys(fragments)).toEqual(["form.woocommerce-checkout"]);
  const refused = await call("update_order_review", { security: "0000000000" });
  expect([refused.statusCode, refused.body]).toEqual([403, "-1"]);
});

test("the order review reports removed lines once", async () => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const gone = await addProduct(db, { name: "Gone" });
  await call("add_to_cart", { product_id: gone });
  await db.execute(sql`update products set status = 'draft' where id = ${gone}`);
  const security = entrance.nonces.create("update-order-review");
  const { result, messages } = (await call("update_order_review", { security })).json();
  expect(result).toBe("failure");
  expect(messages).toContain("“Gone” is no longer available");
  expect((await call("update_order_review", { security })).json().messages).toBe("");
  expect((await browser.get("/")).json().notices).toEqual([]);
});

test("the order review reports insufficient stock", async () => {
  const id = await addProduct(db, { name: "Tea", managesStock: true, stockQuantity: 5 });
  await call("add_to_cart", { product_id: id, quantity: 4 });
  await db.execute(sql`update products set stock_quantity = 2 where id = ${id}`);
  const security = entrance.nonces.create("update-order-review");
  const { result, messages } = (await call("update_order_review", { security })).json();
  expect(result).toBe("failure");
  expect(messages).toContain("Only 2 of “Tea” are left");
});
