import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { withStatementCount } from "#db/statement-count.ts";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop } from "../../page-requests/whole-shop.fixtures.ts";

let database: TestDatabase;
let db: Database;
let app: FastifyInstance;
let browser: FormBrowser;
let now = new Date("2026-11-21T12:00:00Z");
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  await db.execute(sql`delete from settings where key in ('checkout_seconds', 'cod_orders_per_phone')`);
  ({ app } = await openWholeShop(database, () => now, { TRUST_PROXY: "1" }));
});
afterAll(() => app.close());
beforeEach(async () => {
  browser = new FormBrowser(app);
  await browser.post("/?wc-ajax=add_to_cart", { product_id: String(await addProduct(db)) });
});

const typed = {
  billing_first_name: "Ayesha",
  billing_phone: "0300 1234567",
  billing_country: "PK",
  billing_address_1: "House 14, Street 6",
  billing_city: "Lahore",
  billing_state: "PB",
  payment_method: "cod",
};

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

/** Returns the fields of the untouched checkout form. */
async function readForm(): Promise<Record<string, string>> {
  const page = (await browser.get("/checkout/")).body;
  return { ...hiddenFields(page), ...typed };
}

function hiddenFields(markup: string): Record<string, string> {
  const hidden = [...markup.matchAll(/<input type="hidden"[^>]*? name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value]));
}

const order = async (form: Record<string, string>) => (await browser.post("/?wc-ajax=checkout", form)).json();

test("an order sent too fast is refused once, and the same form is accepted a moment later", async () => {
  const form = await readForm();
  const refused = await order(form);
  expect(refused).toMatchObject({ result: "failure", refresh: true, reload: false });
  expect(refused.messages).toContain("press the button again");
  later(2);
  expect(await order(form)).toMatchObject({ result: "success" });
});

test("a form sent too fast also lists its field errors, with and without scripts", async () => {
  const form = { ...(await readForm()), billing_city: "", billing_address_1: "" };
  const { messages, refresh } = await order(form);
  expect(refresh).toBe(true);
  const ids = [...messages.matchAll(/<li[^>]*?(?: data-id="(\w+)")?>/g)].map(([, id]) => id);
  expect(ids).toEqual(["billing_address_1", "billing_city", undefined]);
  expect(messages.indexOf("press the button again")).toBeGreaterThan(messages.indexOf("Enter a city."));
  await browser.post("/checkout/", form);
  const page = (await browser.get("/checkout/")).body;
  expect(page.indexOf("press the button again")).toBeGreaterThan(page.indexOf('href="#billing_city"'));
  expect([...page.matchAll(/id="(\w+)-error"/g)].map(([, id]) => id)).toEqual(["billing_address_1", "billing_city"]);
  expect(page.match(/press the button again/g)).toHaveLength(1);
  // The heading counts fields: this is no entry of its list.
  expect(page).toMatch(/Please check 2 fields<.*<ul class="error-rest"><li>[^<]*press the button again/s);
});

test("a flood of bot forms costs one session read each and stores no delivery", async () => {
  const form = { ...(await readForm()), billing_city: "" };
  const trapped = { ...form, chowk_website: "https://example.com" };
  const deliveries = async () => (await db.execute(sql`select from cart_deliveries`)).rowCount;
  const before = await deliveries();
  const costs: number[] = [];
  for (const sent of [trapped, { ...form, chowk_began: "" }])
    for (const address of ["/?wc-ajax=checkout", "/checkout/"])
      costs.push((await withStatementCount(() => browser.post(address, sent))).statements);
  expect(costs).toEqual([1, 3, 1, 3]);
  expect(await deliveries()).toBe(before);
  expect((await order(trapped)).messages).not.toContain("Enter a city.");
});

test("a filled honeypot comes back empty with the order review, and the order is accepted", async () => {
  const form = await readForm();
  later(60);
  const caught = { ...form, chowk_website: "https://example.com" };
  const refused = await order(caught);
  expect(refused).toMatchObject({ result: "failure", refresh: true });
  expect(refused.messages).toContain("Please press the button again to place your order.");
  const security = /"update_order_review_nonce":"([0-9a-f]+)"/.exec((await browser.get("/checkout/")).body)?.[1] ?? "";
  const review = { security, payment_method: "cod", post_data: new URLSearchParams(caught).toString() };
  const { fragments } = (await browser.post("/?wc-ajax=update_order_review", review)).json();
  const payment: string = fragments[".woocommerce-checkout-payment"];
  expect(payment).toContain('name="chowk_website"');
  expect(hiddenFields(payment).chowk_began).not.toBe(form.chowk_began);
  later(2);
  expect(await order({ ...form, ...hiddenFields(payment) })).toMatchObject({ result: "success" });
});

test("an order review keeps the time at which the page was shown", async () => {
  const form = await readForm();
  const security = /"update_order_review_nonce":"([0-9a-f]+)"/.exec((await browser.get("/checkout/")).body)?.[1] ?? "";
  later(5);
  const review = { security, payment_method: "cod", post_data: new URLSearchParams(form).toString() };
  const { fragments } = (await browser.post("/?wc-ajax=update_order_review", review)).json();
  expect(hiddenFields(fragments[".woocommerce-checkout-payment"]).chowk_began).toBe(form.chowk_began);
});

test("without scripts a form sent too fast is kept with a notice and accepted when sent again", async () => {
  expect((await browser.post("/checkout/", await readForm())).headers.location).toBe("/checkout/");
  const page = (await browser.get("/checkout/")).body;
  expect(page).toContain("press the button again");
  expect(page).toContain("House 14, Street 6");
  later(3);
  const sent = await browser.post("/checkout/", { ...typed, ...hiddenFields(page) });
  expect(sent.headers.location).toContain("/checkout/order-received/");
});

test("one phone number, in any spelling, is limited in cash-on-delivery orders per hour", async () => {
  await setSetting(db, "cod_orders_per_phone", 3);
  const form = { ...typed, billing_phone: "+92 301 7654321" };
  const buy = async (phone: string) => {
    await browser.post("/?wc-ajax=add_to_cart", { product_id: String(await addProduct(db)) });
    const ready = { ...(await readForm()), ...form, billing_phone: phone };
    later(60);
    return order(ready);
  };
  for (const phone of ["0301 7654321", "00923017654321", "+923017654321"])
    expect(await buy(phone)).toMatchObject({ result: "success" });
  const refused = await buy("0301-7654321");
  expect(refused.messages).toContain("with this phone number");
  expect(await buy("0302 7654321")).toMatchObject({ result: "success" });
  later(3600);
  expect(await buy("0301 7654321")).toMatchObject({ result: "success" });
});

test("a checkout page is valid for one order, and the order review renews it", async () => {
  const form = { ...(await readForm()), billing_phone: "0303 1112223" };
  later(60);
  expect(await order(form)).toMatchObject({ result: "success" });
  expect(await order(form)).toMatchObject({ result: "success" });
  await browser.post("/?wc-ajax=add_to_cart", { product_id: String(await addProduct(db)) });
  const again = { ...form, chowk_attempt: "another", chowk_cart_hash: "" };
  expect(await order(again)).toMatchObject({ result: "failure", refresh: true });
  const security = /"update_order_review_nonce":"([0-9a-f]+)"/.exec((await browser.get("/checkout/")).body)?.[1] ?? "";
  const review = { security, payment_method: "cod", post_data: new URLSearchParams(again).toString() };
  const { fragments } = (await browser.post("/?wc-ajax=update_order_review", review)).json();
  later(2);
  const mended = { ...again, chowk_began: hiddenFields(fragments[".woocommerce-checkout-payment"]).chowk_began ?? "" };
  expect(await order(mended)).toMatchObject({ result: "success" });
});

test("the phone limit counts uncancelled orders with the same payment method, also for transfers", async () => {
  await setSetting(db, "cod_orders_per_phone", 2);
  await setSetting(db, "bank_accounts", [{ holder: "Chowk", bank: "HBL", number: "1", iban: "", code: "" }]);
  await announceChange(db, ["settings"]);
  const buy = async (method: string) => {
    await browser.post("/?wc-ajax=add_to_cart", { product_id: String(await addProduct(db)) });
    const ready = { ...(await readForm()), billing_phone: "0304 5556667", payment_method: method };
    later(60);
    return (await order(ready)).result;
  };
  expect([await buy("bacs"), await buy("bacs"), await buy("bacs")]).toEqual(["success", "success", "failure"]);
  expect(await buy("cod")).toBe("success");
  await db.execute(sql`update orders set status = 'cancelled' where phone = '+923045556667'`);
  expect([await buy("cod"), await buy("cod"), await buy("bacs")]).toEqual(["success", "success", "success"]);
});

test("without scripts a form sent too soon during a rush keeps its start time and shows how long to wait", async () => {
  await setSetting(db, "orders_per_address", 1);
  await setSetting(db, "cod_orders_per_phone", 0);
  const crowd = { "x-forwarded-for": "203.0.113.77" };
  const buyers = Array.from({ length: 3 }, () => new FormBrowser(app, crowd));
  for (const buyer of buyers) await buyer.post("/?wc-ajax=add_to_cart", { product_id: String(await addProduct(db)) });
  const honest = buyers.pop();
  for (const buyer of buyers) {
    const form = { ...hiddenFields((await buyer.get("/checkout/")).body), ...typed };
    later(20);
    expect((await buyer.post("/?wc-ajax=checkout", form)).json()).toMatchObject({ result: "success" });
  }
  let page = (await honest?.get("/checkout/"))?.body ?? "";
  for (const wait of ["13 seconds", "6 seconds"]) {
    later(7);
    await honest?.post("/checkout/", { ...typed, ...hiddenFields(page) });
    page = (await honest?.get("/checkout/"))?.body ?? "";
    expect(page).toContain(wait);
  }
  later(7);
  const sent = await honest?.post("/checkout/", { ...typed, ...hiddenFields(page) });
  expect(sent?.headers.location).toContain("/checkout/order-received/");
});

test("many customers behind one mobile network address can all order after the short wait", async () => {
  await setSetting(db, "orders_per_address", 2);
  const crowd = Array.from({ length: 6 }, () => new FormBrowser(app, { "x-forwarded-for": "203.0.113.7" }));
  const results: string[] = [];
  for (const [place, buyer] of crowd.entries()) {
    await buyer.post("/?wc-ajax=add_to_cart", { product_id: String(await addProduct(db)) });
    const form = {
      ...hiddenFields((await buyer.get("/checkout/")).body),
      ...typed,
      billing_phone: `030012300${place}9`,
    };
    later(10);
    const first = (await buyer.post("/?wc-ajax=checkout", form)).json();
    later(10);
    const second = (await buyer.post("/?wc-ajax=checkout", form)).json();
    results.push(`${first.result} ${second.result}`);
  }
  expect(results.slice(0, 3)).toEqual(["success success", "success success", "success success"]);
  expect(results.slice(3)).toEqual(["failure success", "failure success", "failure success"]);
});

test("a second server process applies the order counts of the first", async () => {
  for (const [name, value] of [["orders_per_address", 3] as const, ["cod_orders_per_phone", 0] as const])
    await setSetting(db, name, value);
  const address = "198.51.100.9";
  const buy = async (server: FastifyInstance) => {
    const buyer = new FormBrowser(server, { "x-forwarded-for": address });
    await buyer.post("/?wc-ajax=add_to_cart", { product_id: String(await addProduct(db)) });
    const form = { ...hiddenFields((await buyer.get("/checkout/")).body), ...typed };
    later(10);
    return (await buyer.post("/?wc-ajax=checkout", form)).json().result;
  };
  const first = await openWholeShop(database, () => now, { TRUST_PROXY: "1" });
  expect([await buy(first.app), await buy(first.app), await buy(first.app)]).toEqual(["success", "success", "success"]);
  await first.app.close();
  const second = await openWholeShop(database, () => now, { TRUST_PROXY: "1" });
  try {
    expect(await buy(second.app)).toBe("success");
    const key = JSON.stringify(["checkoutByAddress", address]);
    const shared = () => db.execute(sql`select points from rate_limits where key = sha256(${key}::bytea)`);
    await expect.poll(async () => (await shared()).rows).toEqual([{ points: 4 }]);
    expect(await buy(second.app)).toBe("failure");
  } finally {
    await second.app.close();
  }
});
