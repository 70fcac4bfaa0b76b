import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop } from "../../page-requests/whole-shop.fixtures.ts";

let database: TestDatabase;
let shop: Awaited<ReturnType<typeof openWholeShop>>;
let productId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  shop = await openWholeShop(database, () => noon);
  productId = await addProduct(database.db, { managesStock: true, stockQuantity: 100_000 });
});
afterAll(() => shop.app.close());

const places = ["country", "state", "city", "postcode", "address_1", "address_2"];
const names = [
  ...["first_name", "last_name", "company", "phone", "email", ...places].flatMap((name) => [
    `billing_${name}`,
    `shipping_${name}`,
  ]),
  ...places.flatMap((name) => [name, `s_${name}`]),
  "order_comments",
  "ship_to_different_address",
  "createaccount",
  "account_password",
  "account_username",
  "terms",
  "terms-field",
  "has_full_address",
  "post_data",
  "payment_method",
  "shipping_method[0]",
  "shipping_method[1]",
  "chowk_attempt",
  "chowk_cart_hash",
  "chowk_began",
  "chowk_website",
  "chowk_account",
  "wc_order_attribution_source_type",
  "wc_order_attribution_session_entry",
  "wc_order_attribution_session_pages",
];

const good: Record<string, string> = {
  billing_first_name: "Ayesha Khan",
  billing_phone: "0300 1234567",
  billing_address_1: "House 14",
  billing_city: "Lahore",
  billing_state: "PB",
  payment_method: "cod",
};

const hostile = fc.oneof(
  fc.constantFrom("", " ", "1", "0", "on", "PK", "PB", "XX", "Lahore", "cod", "bacs", "\u0000", "\ud800", "\u202e"),
  fc.constantFrom(
    "'; drop table orders --",
    "<script>alert(1)</script>",
    "../../../etc/passwd",
    "a@b.co",
    "٠٣٠٠١٢٣٤٥٦٧",
  ),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.constant("x".repeat(20_000)),
);
const forms = fc.dictionary(fc.constantFrom(...names, ...names.map((name) => `${name}[]`)), hostile, { maxKeys: 12 });
const doors = fc.constantFrom("/?wc-ajax=checkout", "/checkout/", "/?wc-ajax=update_order_review");

const nonceIn = (page: string, name: string) =>
  new RegExp(`"?${name}"?(?:" value=|:)"([0-9a-f]{10})"`).exec(page)?.[1] ?? "";

test("any form content leaves a complete order or none, never fails, and the page still renders", async () => {
  await fc.assert(
    fc.asyncProperty(doors, forms, async (door, form) => {
      const browser = new FormBrowser(shop.app);
      await browser.post("/?wc-ajax=add_to_cart", { product_id: String(productId) });
      const page = (await browser.get("/checkout/")).body;
      const answer = await browser.post(door, {
        ...good,
        "woocommerce-process-checkout-nonce": nonceIn(page, "woocommerce-process-checkout-nonce"),
        security: nonceIn(page, "update_order_review_nonce"),
        ...form,
      });
      expect([200, 303]).toContain(answer.statusCode);
      const after = await browser.get("/checkout/");
      const isOrdered = after.statusCode === 302;
      expect(isOrdered || after.statusCode === 200).toBe(true);
      const isReported = `${answer.headers.location ?? ""}${answer.body}`.includes("order-received");
      expect(isOrdered).toBe(isReported);
    }),
    { numRuns: 60 },
  );
  const { rows } = await database.pool.query(`
    select (select count(*)::int from orders) as orders,
      (select count(distinct order_id)::int from order_lines) as with_lines,
      (select 100000 - stock_quantity from products where id = ${productId}) as taken,
      (select count(*)::int from orders where billing::text ~ '\\\\u00[01]') as unprintable,
      (select count(*)::int from orders o where registration_id is not null
        and not exists (select 1 from registrations r where r.id = o.registration_id)) as lost`);
  const [{ orders, with_lines, taken, unprintable, lost }] = rows as [Record<string, number>];
  expect({ with_lines, taken, unprintable, lost }).toEqual({
    with_lines: orders,
    taken: orders,
    unprintable: 0,
    lost: 0,
  });
  expect(orders).toBeGreaterThan(0);
});
