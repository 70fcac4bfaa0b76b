import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { giveCoupon } from "#shop/coupons/coupon.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { keyOf } from "../../wc-ajax/entrance.fixtures.ts";
import { FormBrowser, openWholeShop, origin } from "../whole-shop.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;
let browser: FormBrowser;
let tea: number;
let kettle: number;
const now = () => new Date(Date.UTC(2026, 10, 21, 12));
const quantity = (id: number) => `cart[${keyOf(id)}][qty]`;
const buyer = {
  billing_first_name: "Sana Malik",
  billing_address_1: "House 14",
  billing_city: "Lahore",
  billing_state: "PB",
  billing_phone: "0300 1234567",
  payment_method: "cod",
};
/** Names the form without pressing its button. */
const anyField = "billing_first_name";
const placeOrder = "woocommerce_checkout_place_order";

beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, now));
  await setSetting(database.db, "cod_orders_per_phone", 0);
});
afterAll(() => app.close());
beforeEach(async () => {
  browser = new FormBrowser(app);
  tea = await addProduct(database.db, { name: "Tea", regularPrice: 500 });
  kettle = await addProduct(database.db, { name: "Kettle", regularPrice: 2000, managesStock: true, stockQuantity: 9 });
  for (const id of [tea, kettle]) await browser.get(`/?add-to-cart=${id}`);
  await browser.get(routes.cart());
});

/** Submits the checkout page's form with quantities, by product, and follows the answer. */
async function send(typed: ReadonlyMap<number, string>, { button = placeOrder, more = {} } = {}) {
  const given = Object.fromEntries([...typed].map(([id, text]) => [quantity(id), text]));
  const { headers } = await browser.fill(routes.checkout(), button, { ...buyer, ...given, ...more });
  const location = String(headers.location).replace(origin, "");
  return { location, body: (await browser.get(location)).body };
}
const orders = async () =>
  (await database.db.execute<{ count: number }>(sql`select count(*)::int from orders`)).rows[0];
const valueIn = (body: string, name: string) =>
  [...body.matchAll(/<input [^>]*>/g)]
    .map(([input]) => input)
    .find((input) => input.includes(`name="${name}"`))
    ?.match(/value="([^"]*)"/)?.[1];
const textIn = (body: string) => body.replace(/<[^>]+>/g, " ");

test("a typed quantity is saved and the new total shown before the order is placed; nothing typed is lost", async () => {
  const before = await orders();
  const held = await send(new Map([[tea, "3"]]));
  expect(held.location).toBe(routes.checkout());
  expect(await orders()).toEqual(before);
  expect(textIn(held.body)).toMatch(
    /Your cart has changed. The total is now Rs\s3,500. Please check it and order again./,
  );
  expect(textIn(held.body)).toMatch(/Place order for\s+Rs\s3,500/);
  expect(valueIn(held.body, quantity(tea))).toBe("3");
  expect([valueIn(held.body, "billing_first_name"), valueIn(held.body, "billing_address_1")]).toEqual([
    "Sana Malik",
    "House 14",
  ]);
  expect(held.body).not.toContain('-error"');
  const placed = await send(
    new Map([
      [tea, "3"],
      [kettle, "1"],
    ]),
  );
  expect(placed.location).toContain("order-received");
  const { rows } = await database.db.execute(sql`select total from orders order by id desc limit 1`);
  expect(rows).toEqual([{ total: 3500 }]);
});

test("a typed quantity above stock is held to it, also where the cart has that already, and no order is placed", async () => {
  const before = await orders();
  const more = await send(new Map([[kettle, "50"]]));
  expect(textIn(more.body)).toMatch(/Only 9 of “Kettle” can be ordered/);
  expect(textIn(more.body)).toMatch(/The total is now Rs\s18,500/);
  const again = await send(new Map([[kettle, "50"]]));
  expect(again.location).toBe(routes.checkout());
  expect(textIn(again.body)).toMatch(/Only 9 of “Kettle” can be ordered/);
  expect(textIn(again.body)).not.toContain("The total is now");
  expect(await orders()).toEqual(before);
});

test("a typed zero removes the line with an Undo that leads back; without lines the cart page offers it", async () => {
  const removed = await send(new Map([[kettle, "0"]]));
  expect(textIn(removed.body)).toMatch(/The total is now Rs\s500.*“Kettle” removed/s);
  const undo = (body: string) =>
    /class="[^"]*restore-item[^"]*"[^>]*href="([^"]+)"|href="([^"]+)"[^>]*restore-item/.exec(body);
  const [, one, other] = undo(removed.body) ?? [];
  const link = (one ?? other ?? "").replaceAll("&amp;", "&");
  const undone = await browser.follow(link);
  expect(undone.headers.location).toBe(routes.checkout());
  expect(valueIn((await browser.get(routes.checkout())).body, quantity(kettle))).toBe("1");
  const { body } = await send(
    new Map([
      [tea, "0"],
      [kettle, "0"],
    ]),
  );
  expect(body).toBe("");
  const cart = (await browser.get(routes.cart())).body;
  expect(textIn(cart)).not.toContain("The total is now");
  expect(undo(cart)).not.toBeNull();
});

test("other buttons of the form save typed quantities too and keep what was typed", async () => {
  const updated = await send(new Map([[tea, "2"]]), { button: anyField, more: { chowk_update: "Update cart" } });
  expect(textIn(updated.body)).toContain("Cart updated.");
  expect([valueIn(updated.body, quantity(tea)), valueIn(updated.body, "billing_address_1")]).toEqual(["2", "House 14"]);
  const country = await send(new Map([[tea, "4"]]), { button: anyField, more: { chowk_country: "1" } });
  expect(valueIn(country.body, quantity(tea))).toBe("4");
  await send(new Map([[tea, "5"]]), { button: "chowk_sign_in" });
  const back = (await browser.get(routes.checkout())).body;
  expect([valueIn(back, quantity(tea)), valueIn(back, "billing_address_1")]).toEqual(["5", "House 14"]);
});

test("a coupon code is applied before the order is placed, whichever button sends it, and nothing typed is lost", async () => {
  const before = await orders();
  const code = await giveCoupon(database.db);
  const applied = await send(new Map([[tea, "3"]]), {
    button: anyField,
    more: { apply_coupon: "1", coupon_code: code },
  });
  expect(applied.location).toBe(routes.checkout());
  expect(valueIn(applied.body, quantity(tea))).toBe("3");
  expect(valueIn(applied.body, "billing_address_1")).toBe("House 14");
  expect(applied.body).toContain("coupon-success-notice");
  const refused = await send(new Map(), { button: anyField, more: { apply_coupon: "1", coupon_code: "NOSUCH" } });
  expect(valueIn(refused.body, "coupon_code")).toBe("NOSUCH");
  expect(await orders()).toEqual(before);
});

test("a code beside the order's button is applied first; if it is refused, the next press orders", async () => {
  const before = await orders();
  const refused = await send(new Map(), { more: { coupon_code: "NOSUCH" } });
  expect(refused.location).toBe(routes.checkout());
  expect(refused.body).toContain("coupon-error-notice");
  expect(valueIn(refused.body, "coupon_code") ?? "").toBe("");
  expect(await orders()).toEqual(before);
  expect((await send(new Map(), { more: { coupon_code: "" } })).location).toContain("order-received");
});

test("a quantity that is no number, or of an unknown line, holds nothing back; an expired form changes none", async () => {
  const old = { "woocommerce-process-checkout-nonce": "0123456789" };
  const expired = await send(new Map([[tea, "7"]]), { more: old });
  expect([expired.location, valueIn(expired.body, quantity(tea))]).toEqual([routes.checkout(), "1"]);
  const none = await send(
    new Map([
      [tea, ""],
      [kettle, "<b>"],
      [999_999, "4"],
    ]),
  );
  expect(none.location).toContain("order-received");
});

test("the form sent by another script's call is held back too: the page is loaded again", async () => {
  const { body } = await browser.get(routes.checkout());
  const before = await orders();
  const nonce = /name="woocommerce-process-checkout-nonce" value="(\w+)"/.exec(body)?.[1] ?? "";
  const form = { ...buyer, "woocommerce-process-checkout-nonce": nonce, [quantity(tea)]: "3" };
  expect((await browser.post("/?wc-ajax=checkout", form)).json()).toMatchObject({ result: "failure", reload: true });
  expect(await orders()).toEqual(before);
  const again = (await browser.get(routes.checkout())).body;
  expect(textIn(again)).toMatch(/The total is now Rs\s3,500/);
  expect([valueIn(again, quantity(tea)), valueIn(again, "billing_address_1")]).toEqual(["3", "House 14"]);
});

test("every quantity belongs to the form of the order, whose first button without scripts places it", async () => {
  const { body } = await browser.get(routes.checkout());
  const id = /<form[^>]* id="([^"]+)"[^>]*class="checkout /.exec(body)?.[1];
  expect(id).toBeDefined();
  const fields = [...body.matchAll(/<input [^>]*name="cart\[[^>]*>/g)].map(([field]) => field);
  expect(fields.filter((field) => field.includes(`form="${id}"`))).toHaveLength(2);
  const buttons = [...body.matchAll(/<button [^>]*>/g)].map(([button]) => button);
  const [first, second] = buttons.filter((button) => button.includes(`form="${id}"`));
  expect([first?.includes(placeOrder), second?.includes("chowk_update")]).toEqual([true, true]);
});
