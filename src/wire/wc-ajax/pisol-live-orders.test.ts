import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct, defaultSettings, openSession } from "#shop/cart/cart.fixtures.ts";
import { addToCart } from "#shop/cart/lines/add-to-cart.ts";
import { ayesha, checkoutOf } from "#shop/orders/checkout/checkout.fixtures.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.ts";
import type { Address } from "#shop/orders/order.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop, origin } from "../page-requests/whole-shop.fixtures.ts";

interface Item {
  title: string;
  desc: string;
  short_desc: string;
  image: string;
  link: string;
}

const start = Date.parse("2026-11-21T12:00:00Z");
const action = { action: "pisol_live_orders" };
const doors = [routes.shopCall("pisol_live_orders"), routes.siteCall()];

let database: TestDatabase;
let app: FastifyInstance;
let now = new Date(start);
beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => now));
});
afterAll(() => app.close());
beforeEach(async () => {
  await database.db.execute(sql`truncate orders cascade`);
  await database.db.execute(sql`delete from settings where key like 'live_sales%'`);
  // Lists are kept for half a minute.
  now = new Date(now.getTime() + 3_600_000);
});

/** Places a guest's order of one product. @param at how long ago, in hours */
async function order(productId: number, billing: Partial<Address>, { at = 0, hides = false } = {}): Promise<number> {
  const { db } = database;
  const placedAt = new Date(now.getTime() - at * 3_600_000);
  const session = await openSession(db);
  await addToCart(db, session, { productId, variationId: null, quantity: 1, attributes: {} }, placedAt);
  const form = { billing: { ...ayesha, ...billing }, shipping: null, note: "" };
  const checkout = checkoutOf(session, { form, consent: hides ? { liveSales: false } : {} });
  return (await placeOrder(db, checkout, defaultSettings, placedAt)).id;
}

let phones = 1_000_000;

/** Places orders of different buyers. */
async function orders(count: number, productId: number, billing: Partial<Address>): Promise<void> {
  for (let made = 0; made < count; made++)
    await order(productId, { email: `buyer${++phones}@example.com`, phone: `0300 ${phones}`, ...billing });
}

async function ask(door = doors[0] ?? ""): Promise<Item[]> {
  const answer = await new FormBrowser(app).post(door, action);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, "");

test.each(doors)("without orders, recent sales at %s are an empty JSON list and set no cookie", async (door) => {
  const answer = await new FormBrowser(app).post(door, action);
  expect([answer.statusCode, answer.body]).toEqual([200, "[]"]);
  expect(answer.headers["content-type"]).toBe("application/json; charset=UTF-8");
  expect(answer.headers["set-cookie"]).toBeUndefined();
});

test.each(doors)("a sale at %s has a title, texts, a picture and a link, whatever the nonce", async (door) => {
  const id = await addProduct(database.db, { name: "Green tea" });
  await orders(5, id, {});
  const answer = await new FormBrowser(app).post(door, { ...action, _nonce: "0123456789" });
  const [item] = answer.json<Item[]>();
  const slug = /product\/([^/]+)\//.exec(item?.link ?? "")?.[1];
  expect(item).toMatchObject({
    title: '<span class="pi-first_name">Someone</span> from <span class="pi-city">Lahore</span>',
    link: `${origin}/product/${slug}/`,
  });
  expect(textOf(item?.desc ?? "")).toBe("Someone from Lahore bought Green tea in the last hour");
  expect(item?.short_desc).toContain(`<a class="pi-product_link" href="${item?.link}" target="_blank" rel="noopener">`);
  expect(Object.keys(item ?? {}).sort()).toEqual(["desc", "image", "link", "short_desc", "title"]);
});

test("a city that few buyers share becomes its province, its country, or nothing; orders of one buyer are no crowd", async () => {
  const id = await addProduct(database.db);
  const places = async () => [...new Set((await ask()).map(({ title }) => textOf(title)))].sort();
  for (let again = 0; again < 6; again++) await order(id, { city: "Murree" });
  expect(await places()).toEqual(["Someone"]);
  await orders(4, id, { city: "Karachi", state: "SD" });
  now = new Date(now.getTime() + 60_000);
  expect(await places()).toEqual(["Someone from Pakistan"]);
  await orders(4, id, { city: "Multan" });
  now = new Date(now.getTime() + 60_000);
  expect(await places()).toEqual(["Someone from Pakistan", "Someone from Punjab"]);
  await orders(1, id, { city: "multan" });
  now = new Date(now.getTime() + 60_000);
  expect(await places()).toContain("Someone from Multan");
});

test("first names are shown only if the setting allows it and enough buyers share them", async () => {
  const id = await addProduct(database.db);
  await orders(5, id, { firstName: "ayesha" });
  await orders(1, id, { firstName: "Zarmina" });
  await setSetting(database.db, "live_sales_names", "yes");
  now = new Date(now.getTime() + 60_000);
  const names = new Set((await ask()).map(({ title }) => textOf(title)));
  expect(names).toEqual(new Set(["Ayesha from Lahore", "Someone from Lahore"]));
});

test("a first name is left out where too few buyers from the shown place share it", async () => {
  const id = await addProduct(database.db);
  await setSetting(database.db, "live_sales_names", "yes");
  await orders(4, id, { firstName: "Ayesha", city: "Karachi", state: "SD" });
  await orders(4, id, { firstName: "Bilal" });
  await orders(1, id, { firstName: "Ayesha" });
  now = new Date(now.getTime() + 60_000);
  const names = new Set((await ask()).map(({ title }) => textOf(title)));
  expect(names).toEqual(new Set(["Ayesha from Pakistan", "Someone from Lahore"]));
});

test("hidden, unconfirmed, cancelled, old and anonymized orders, and products that are not for sale, are not shown", async () => {
  const { db } = database;
  const ids = [];
  for (const name of ["Shown", "Hidden", "On hold", "Cancelled", "Old", "Anonymized", "Withdrawn"])
    ids.push(await addProduct(db, { name }));
  const [shown = 0, hidden = 0, held = 0, cancelled = 0, old = 0, anonymized = 0, withdrawn = 0] = ids;
  await order(shown, {});
  await order(hidden, {}, { hides: true });
  await order(old, {}, { at: 8 * 24 });
  const setStatus = async (productId: number, status: string) =>
    db.execute(sql`update orders set status = ${status} where id = ${await order(productId, {})}`);
  await setStatus(held, "on-hold");
  await setStatus(cancelled, "cancelled");
  await db.execute(sql`update orders set anonymized_at = now() where id = ${await order(anonymized, {})}`);
  await order(withdrawn, {});
  await db.execute(sql`update products set status = 'draft' where id = ${withdrawn}`);
  expect((await ask()).map(({ desc }) => textOf(desc))).toEqual(["Someone bought Shown in the last hour"]);
});

test("the time is rough, at most ten orders are shown, and a list is kept for half a minute", async () => {
  const id = await addProduct(database.db, { name: "Tea" });
  for (let at = 12; at > 0; at--) await order(id, {}, { at: at * 3 + 0.5 });
  const times = (await ask()).map(({ short_desc }) => textOf(short_desc).replace("bought Tea ", ""));
  expect(times.sort()).toEqual(
    ["3", "6", "9", "12", "15", "18", "21"]
      .map((hours) => `${hours} hours ago`)
      .concat(Array(3).fill("a day ago"))
      .sort(),
  );
  await order(id, {});
  expect(JSON.stringify(await ask())).not.toContain("last hour");
  now = new Date(now.getTime() + 30_000);
  expect(JSON.stringify(await ask())).toContain("last hour");
});

test("hostile names are text, and nothing in the answer identifies a buyer or an order", async () => {
  const { db } = database;
  await setSetting(db, "live_sales_names", "yes");
  const hostile = '<img src=x onerror="alert(1)">';
  const id = await addProduct(db, { name: hostile });
  await orders(5, id, { city: hostile, firstName: hostile });
  now = new Date(now.getTime() + 60_000);
  const items = await ask();
  const printed = JSON.stringify(items);
  expect(items.length).toBe(5);
  expect(printed).not.toContain("<img");
  for (const secret of ["@example.com", "0300", "Khan", "Model Town", "54000"]) expect(printed).not.toContain(secret);
});

test("the answer is the same for everybody and comes from the page cache, also as a POST with a cart", async () => {
  const id = await addProduct(database.db);
  await order(id, {});
  const { browser } = new FormBrowser(app);
  const headers = { host: new URL(origin).host, cookie: "wp_woocommerce_session_x=1; woocommerce_items_in_cart=1" };
  const first = await browser.post(doors[0] ?? "", action, headers);
  const second = await browser.post(doors[0] ?? "", action, headers);
  expect([first.headers["x-cache"], second.headers["x-cache"]]).toEqual(["miss", "hit"]);
  expect(second.body).toBe(first.body);
  const put = await app.inject({ method: "PUT", url: doors[0] ?? "", headers });
  expect([put.statusCode, put.headers["x-cache"]]).toEqual([405, undefined]);
});

test("the cached answer and the page of the same path stay apart, whichever is requested first", async () => {
  const id = await addProduct(database.db);
  await order(id, {});
  const { browser } = new FormBrowser(app);
  const headers = { host: new URL(origin).host, cookie: "chowk_styles=/none.css" };
  const call = (path: string) => browser.post(`${path}?wc-ajax=pisol_live_orders`, action, headers);
  const page = (path: string) => browser.get(path, headers);
  const typesOf = async (path: string) => [
    (await call(path)).headers["content-type"],
    (await page(path)).headers["content-type"],
    (await call(path)).headers["content-type"],
  ];
  const types = ["application/json; charset=UTF-8", "text/html; charset=utf-8", "application/json; charset=UTF-8"];
  for (const path of ["/", "/shop/"]) expect(await typesOf(path)).toEqual(types);
});

test("the setting turns them off, on pages and in the answer", async () => {
  const id = await addProduct(database.db);
  await order(id, {});
  const page = async () => (await new FormBrowser(app).get("/shop/")).body;
  expect(await page()).toContain("pi_notification_runner_setting");
  await setSetting(database.db, "live_sales", "no");
  expect(await ask()).toEqual([]);
  const off = await page();
  expect([off.includes("pi_notification_runner_setting"), off.includes("<shop-live-sales")]).toEqual([false, false]);
});
