import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { routes } from "#routes";
import { addProduct, addSizes, noon } from "#shop/cart/cart.fixtures.ts";
import { giveCoupon } from "#shop/coupons/coupon.fixtures.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop, origin } from "../whole-shop.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;
let browser: FormBrowser;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => noon));
});
afterAll(() => app.close());
beforeEach(() => {
  browser = new FormBrowser(app);
});

/** Adds a product to new categories. */
async function inCategories(id: number, ...names: readonly string[]): Promise<void> {
  for (const [position, name] of names.entries())
    await database.pool.query(
      `with made as (insert into categories (slug, name) values ($2, $2) returning id)
       insert into product_categories (product_id, category_id, position) select $1, id, $3 from made`,
      [id, name, position],
    );
}

const dataOn = (html: string, id: string) =>
  JSON.parse(new RegExp(`<script[^>]* id="${id}"[^>]*>(.*?)</script>`).exec(html)?.[1] ?? "null");

async function placeOrder(): Promise<string> {
  const placed = await browser.fill(routes.checkout(), "woocommerce_checkout_place_order", {
    billing_first_name: "Ayesha",
    billing_phone: "0300 1234567",
    billing_country: "PK",
    billing_address_1: "House 14",
    billing_city: "Lahore",
    billing_state: "PB",
    payment_method: "cod",
  });
  return (placed.headers.location ?? "").replace(origin, "");
}

test("cart page and confirmation expose each line with its categories and final price to scripts", async () => {
  const id = await addProduct(database.db, { name: "Tea </script>", sku: "TEA-1", offerPieces: 2, offerPrice: 1800 });
  await inCategories(id, "Green", "Hot", "Loose", "Black", "White", "Sixth");
  const { small } = await addSizes(database.db);
  const code = await giveCoupon(database.db, { kind: "fixed_cart", amount: 280 });
  await browser.get(`/?add-to-cart=${id}&quantity=2`);
  await browser.get(`/?add-to-cart=${small}&attribute_size=Small`);
  await browser.fill(routes.cart(), "apply_coupon", { coupon_code: code });
  const items = [
    {
      id,
      sku: "TEA-1",
      name: "Tea </script>",
      variation: [],
      quantity: 2,
      prices: { price: 1000, currency_minor_unit: 0 },
      totals: { line_subtotal: 2000, line_total: 1620 },
      price_after_coupon_discount: 810,
      categories: ["Green", "Hot", "Loose", "Black", "White"].map((name) => ({ name })),
    },
    {
      id: small,
      variation: [{ attribute: "Size", value: "Small" }],
      quantity: 1,
      totals: { line_subtotal: 1000, line_total: 900 },
      price_after_coupon_discount: 900,
      categories: [],
    },
  ];
  expect(dataOn((await browser.get(routes.cart())).body, "store-cart-data")).toMatchObject({
    totals: { currency_code: "PKR", currency_minor_unit: 0, total_price: 2520 },
    coupons: [{ code }],
    items,
  });
  const received = await placeOrder();
  const order = Number(/order-received\/(\d+)/.exec(received)?.[1]);
  const sums = { currency_code: "PKR", tax_total: 0, shipping_total: 0 };
  const purchase = {
    id: order,
    transaction_id: String(order),
    affiliation: "My shop",
    ...sums,
    totals: { ...sums, total_price: 2520, currency_minor_unit: 0 },
    coupons: [{ code }],
    items,
  };
  expect(dataOn((await browser.get(received)).body, "order-data")).toMatchObject({ ...purchase, is_tracked: false });
  expect(dataOn((await browser.get(received)).body, "order-data")).toMatchObject({ ...purchase, is_tracked: true });
});

test("a purchase is tracked once, also for concurrent views of its confirmation", async () => {
  await browser.get(`/?add-to-cart=${await addProduct(database.db)}`);
  const received = await placeOrder();
  const pages = await Promise.all(Array.from({ length: 8 }, () => browser.get(received)));
  expect(pages.filter(({ body }) => dataOn(body, "order-data").is_tracked === false)).toHaveLength(1);
});

test("a visitor who may not see an order gets no purchase data and does not mark it as tracked", async () => {
  await browser.get(`/?add-to-cart=${await addProduct(database.db)}`);
  const received = await placeOrder();
  const { body } = await browser.get(received.replace(/key=.*/, "key=wc_order_0000000000000"));
  expect(body).not.toContain("order-data");
  expect(dataOn((await browser.get(received)).body, "order-data").is_tracked).toBe(false);
});

test("prefetches and other people's views do not mark a purchase as tracked; the buyer's first view does", async () => {
  await browser.get(`/?add-to-cart=${await addProduct(database.db)}`);
  const received = await placeOrder();
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { host: new URL(origin).host, cookie };
  for (const given of [
    { method: "HEAD", headers },
    { method: "GET", headers: { ...headers, "sec-purpose": "prefetch" } },
  ] as const)
    expect((await app.inject({ ...given, url: received })).statusCode).toBe(200);
  expect(dataOn((await new FormBrowser(app).get(received)).body, "order-data").is_tracked).toBe(true);
  expect(dataOn((await browser.get(received)).body, "order-data").is_tracked).toBe(false);
});

test("with a network the buyer goes on to an address without the key, which nobody else can open", async () => {
  const { db } = database;
  await setSetting(db, "meta_pixel_id", "1234567890123456");
  await setSetting(db, "consent_banner", "no");
  onTestFinished(
    async () => void (await Promise.all([resetSetting(db, "meta_pixel_id"), resetSetting(db, "consent_banner")])),
  );
  await browser.get(`/?add-to-cart=${await addProduct(db)}`);
  const received = await placeOrder();
  const { statusCode, headers } = await browser.get(received);
  const own = String(headers.location);
  expect([statusCode, own]).toEqual([302, received.replace(/\?key=.*/, "?own")]);
  const page = await browser.get(own);
  expect(page.body).toMatch(/chowk_tracking.*1234567890123456/s);
  expect(dataOn(page.body, "order-data").is_tracked).toBe(false);
  const stranger = new FormBrowser(app);
  expect((await stranger.get(own)).body).not.toContain("order-data");
  const shared = await stranger.get(received);
  expect(shared.body).toContain("order-data");
  expect(shared.body).not.toContain("1234567890123456");
});
