import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { onLocalChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { withStatementCount } from "#db/statement-count.ts";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { giveZone } from "#shop/delivery/delivery.fixtures.ts";
import { getOrder } from "#shop/orders/orders.ts";
import { getSettings, setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { openSmallShop, SmallBrowser, type SmallShop } from "../entrance.fixtures.ts";

let db: Database;
let shop: SmallShop;
let browser: SmallBrowser;
/** Couriers at 200 and 150, free from 5,000; a single one for Karachi. */
let ids: string[];
let stopListening: () => void;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
  shop = await openSmallShop(db);
  stopListening = onLocalChange((tags) => shop.freshness.apply(tags));
});
afterAll(async () => {
  stopListening();
  await shop.app.close();
});
beforeEach(async () => {
  await db.execute(sql`delete from delivery_zones`);
  const slow = { title: "Slow <courier>", price: 150, days: { min: 6, max: 9 } };
  const free = { kind: "free_shipping" as const, title: "Free of charge", price: 0, freeFrom: 5000 };
  ids = [
    ...(await giveZone(db, "Pakistan", "PK", [{}, slow, free])),
    ...(await giveZone(db, "Karachi", "PK:SD:Karachi", [{ price: 350, title: "Sea courier" }])),
    ...(await giveZone(db, "The north", "PK:GB", [])),
  ];
  await setSetting(db, "cod_fee", 0);
  browser = new SmallBrowser(shop.app);
  await browser.post("/?wc-ajax=add_to_cart", { product_id: await addProduct(db, { regularPrice: 2000 }) });
});

const security = (action: string) => shop.entrance.nonces.create(action);
const choose = (id: string, door = "/?wc-ajax=update_shipping_method") =>
  browser.post(door, { security: security("update-shipping-method"), "shipping_method[0]": id });
const review = async (fields: Record<string, string>) =>
  (
    await browser.post("/?wc-ajax=update_order_review", { security: security("update-order-review"), ...fields })
  ).json();
const totals = async () => (await browser.get("/?wc-ajax=get_cart_totals")).body;
const totalIn = (html: string) => /order-total.*?<bdi>.*?([\d,]+)<\/bdi>/s.exec(html)?.[1];
const radio = (id: string) => new RegExp(`<input[^>]*id="shipping_method_0_${id.replace(":", "-")}"[^>]*>`);
const estimate = (fields: Record<string, string>, page = "/cart/") =>
  browser.post(page, {
    calc_shipping: "1",
    "woocommerce-shipping-calculator-nonce": security("woocommerce-shipping-calculator"),
    calc_shipping_country: "PK",
    ...fields,
  });

test("shipping methods are radio buttons in the totals; the first is the default, at both doors", async () => {
  const before = await totals();
  expect(before).toMatch(/<ul id="shipping_method" class="woocommerce-shipping-methods"/);
  const first = radio(ids[0] ?? "").exec(before)?.[0];
  expect(first).toMatch(/class="shipping_method"/);
  expect(first).toMatch(/name="shipping_method\[0\]"/);
  expect(first).toMatch(/data-index="0"/);
  expect(first).toMatch(/checked=""/);
  expect(totalIn(before)).toBe("2,200");
  expect(before).toContain("Slow &lt;courier&gt;");
  expect(before).not.toContain("Free of charge");
  const doors = [
    "/?wc-ajax=update_shipping_method",
    "/wp-admin/admin-ajax.php?action=woocommerce_update_shipping_method",
  ];
  for (const [at, door] of doors.entries()) {
    const answer = await choose(ids[1 - at] ?? "", door);
    expect(answer.headers["content-type"]).toBe("text/html; charset=UTF-8");
    expect(answer.body).toMatch(/^<div class="cart_totals/);
    expect(radio(ids[1 - at] ?? "").exec(answer.body)?.[0]).toMatch(/checked=""/);
    expect(totalIn(answer.body)).toBe(at === 0 ? "2,150" : "2,200");
  }
});

test("a bad nonce is answered with -1 and 403; an unknown method changes nothing", async () => {
  const refused = await browser.post("/?wc-ajax=update_shipping_method", {
    security: "0",
    "shipping_method[0]": ids[1] ?? "",
  });
  expect([refused.statusCode, refused.body]).toEqual([403, "-1"]);
  await choose(ids[1] ?? "");
  for (const id of ["", "flat_rate:999999", "local_pickup:1", "nonsense", "\u0000"])
    expect(totalIn((await choose(id)).body)).toBe("2,150");
});

test("the checkout's totals follow destination and method; a single method is a hidden field", async () => {
  const table = async (fields: Record<string, string>) =>
    (await review({ country: "PK", payment_method: "cod", ...fields })).fragments[
      ".woocommerce-checkout-review-order-table"
    ];
  expect(await table({ "shipping_method[0]": ids[1] ?? "" })).toMatch(radio(ids[1] ?? ""));
  const karachi = await table({ state: "SD", city: "karachi" });
  expect(karachi).toMatch(/<input type="hidden" class="shipping_method" data-index="0" name="shipping_method\[0\]"/);
  expect(karachi).toContain("Sea courier, 2-3 business days");
  expect(totalIn(karachi)).toBe("2,350");
  expect(totalIn(await table({ state: "PB" }))).toBe("2,150");
});

test("without delivery to the destination the cart says so and the order is refused at the field", async () => {
  await giveZone(db, "Quetta", "PK::Quetta", [{ kind: "free_shipping", price: 0, freeFrom: 5000 }]);
  const quetta = (await review({ country: "PK", state: "BA", city: "Quetta" })).fragments;
  expect(quetta[".woocommerce-checkout-review-order-table"]).toContain(
    "We deliver there for orders of Rs\u00a05,000 or more.",
  );
  const few = orderForm({ billing_state: "BA", billing_city: "Quetta" });
  expect((await browser.post("/?wc-ajax=checkout", few)).json().messages).toContain(
    "deliver there for orders of Rs\u00a05,000 or more",
  );
  const { fragments } = await review({ country: "PK", state: "GB", city: "Gilgit" });
  expect(fragments[".woocommerce-checkout-review-order-table"]).toContain("We do not deliver there yet");
  await db.execute(sql`delete from delivery_zones where name = 'Pakistan'`);
  shop.freshness.apply("*");
  browser = new SmallBrowser(shop.app);
  await browser.post("/?wc-ajax=add_to_cart", { product_id: await addProduct(db) });
  const withoutDestination = await totals();
  expect(withoutDestination).toContain("Choose your city and province");
  expect(withoutDestination).not.toContain("do not deliver");
  const form = orderForm({ billing_state: "GB", billing_city: "Gilgit" });
  const refused = (await browser.post("/?wc-ajax=checkout", form)).json();
  expect(refused.messages).toMatch(/data-id="billing_city".*We do not deliver there yet/s);
});

test("the shipping calculator shows the price, keeps the method and on other pages reports what it refuses", async () => {
  const answer = await estimate({ calc_shipping_state: "SD", calc_shipping_city: "KARACHI" });
  expect([answer.statusCode, answer.headers.location]).toEqual([302, "/cart/"]);
  expect(await totals()).toMatch(/Delivery to.*KARACHI, Sindh/s);
  expect(totalIn(await totals())).toBe("2,350");
  await estimate({ calc_shipping_state: "PB", "shipping_method[0]": ids[1] ?? "" });
  expect(totalIn(await totals())).toBe("2,150");
  await estimate({ calc_shipping_state: "GB", "woocommerce-shipping-calculator-nonce": "0" }, "/");
  expect((await browser.get("/cart/")).json().notices).toHaveLength(1);
  await estimate({ calc_shipping_country: "Pakistan" }, "/");
  expect((await browser.get("/cart/")).json().notices).toMatchObject([
    { messageKey: "notices.fault.country.required" },
  ]);
  expect(totalIn(await totals())).toBe("2,150");
});

test("drawer, cart, checkout and order agree on total, cash fee and time; changes apply with the next call", async () => {
  await setSetting(db, "cod_fee", 60);
  await choose(ids[1] ?? "");
  const drawer = (await browser.get("/?wc-ajax=get_refreshed_fragments")).json().fragments[
    "div.widget_shopping_cart_content"
  ];
  const { fragments } = await review({ country: "PK", state: "PB", city: "Lahore", payment_method: "cod" });
  for (const html of [drawer, await totals(), fragments[".woocommerce-checkout-review-order-table"]]) {
    expect(html).toMatch(/2,210/);
    expect(html).toMatch(/Cash on delivery fee.*Rs\u00a060/s);
    expect(html).toContain("6-9 business days");
  }
  const placed = (await browser.post("/?wc-ajax=checkout", orderForm({}))).json();
  expect(await getOrder(db, placed.order_id, await getSettings(db))).toMatchObject({
    shipping: { title: "Slow <courier>", amount: 150, days: { min: 6, max: 9 } },
    fees: [{ label: "Cash on delivery fee", amount: 60 }],
    total: 2210,
  });
});

test("the fragments show the amount missing for free delivery, and when it is reached", async () => {
  const drawer = async () =>
    (await browser.get("/?wc-ajax=get_refreshed_fragments")).json().fragments["div.widget_shopping_cart_content"];
  expect(await drawer()).toMatch(/Rs\u00a03,000 more for free delivery<progress max="5000" value="2000">/);
  await browser.post("/?wc-ajax=add_to_cart", { product_id: await addProduct(db, { regularPrice: 3000 }) });
  expect(await drawer()).toMatch(/Free delivery is available.*?<progress max="5000" value="5000">/);
  expect(totalIn((await choose(ids[2] ?? "")).body)).toBe("5,000");
  expect(await drawer()).toMatch(/Your order qualifies for free delivery where available<progress/);
  await estimate({ calc_shipping_state: "PB", calc_shipping_city: "Lahore" });
  expect(await drawer()).toMatch(/Your delivery is free<progress/);
});

test("zones and destinations need no SQL statement", async () => {
  await estimate({ calc_shipping_state: "SD", calc_shipping_city: "Karachi" });
  shop.cartFreshness.markReadable();
  const fragments = () => browser.get("/?wc-ajax=get_refreshed_fragments");
  await fragments();
  expect((await withStatementCount(fragments)).statements).toBe(1);
  shop.cartFreshness.markUnreadable(0);
});

test("any request to the delivery endpoints is answered in the protocol's format", async () => {
  const value = fc.oneof(
    fc.string({ unit: "binary", maxLength: 90 }),
    fc.constantFrom("PK", "SD", "flat_rate:1", "flat_rate:99999999999999999999", "\u0000", "\ud800", "[object Object]"),
  );
  const names = [
    "shipping_method[0]",
    "shipping_method",
    "calc_shipping_country",
    "calc_shipping_state",
    "calc_shipping_city",
  ];
  const doors = ["/?wc-ajax=update_shipping_method", "/", "/?wc-ajax=update_order_review"];
  const fields = fc.dictionary(fc.constantFrom(...names, "calc_shipping_postcode", "country", "city"), value);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...doors), fields, async (door, sent) => {
      const action = door.includes("review") ? "update-order-review" : "update-shipping-method";
      const nonce = security("woocommerce-shipping-calculator");
      const form = { calc_shipping: "1", "woocommerce-shipping-calculator-nonce": nonce, security: security(action) };
      const answer = await browser.post(door, { ...form, ...sent });
      expect(answer.statusCode).toBe(door === "/" ? 302 : 200);
    }),
    { numRuns: 40 },
  );
  expect(totalIn(await totals())).toMatch(/^2,\d{3}$/);
});

function orderForm(given: Record<string, string>): Record<string, string> {
  return {
    "woocommerce-process-checkout-nonce": security("woocommerce-process_checkout"),
    billing_first_name: "Ayesha",
    billing_phone: "0300 1234567",
    billing_country: "PK",
    billing_address_1: "House 14",
    billing_city: "Lahore",
    billing_state: "PB",
    payment_method: "cod",
    ...given,
  };
}
