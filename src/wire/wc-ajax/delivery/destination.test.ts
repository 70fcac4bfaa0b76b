import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { addProduct, defaultSettings, noon } from "#shop/cart/cart.fixtures.ts";
import { getCart } from "#shop/cart/carts.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { openSmallShop, SmallBrowser, type SmallShop } from "../entrance.fixtures.ts";

let db: Database;
let shop: SmallShop;
let browser: SmallBrowser;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
  shop = await openSmallShop(db);
});
afterAll(() => shop.app.close());
beforeEach(async () => {
  browser = new SmallBrowser(shop.app);
  await browser.post("/?wc-ajax=add_to_cart", { product_id: await addProduct(db) });
});

const review = (fields: Record<string, string>) =>
  browser.post("/?wc-ajax=update_order_review", {
    security: shop.entrance.nonces.create("update-order-review"),
    ...fields,
  });

async function goesTo() {
  const { rows } = await db.execute<{ id: string }>("select max(id) as id from sessions");
  return (await getCart(db, Number(rows[0]?.id), defaultSettings, noon)).destination;
}

test("the checkout's destination is saved with the cart, preferring the delivery address over the billing address", async () => {
  await review({ country: "PK", state: "SD", city: " Karachi ", postcode: "74000" });
  expect(await goesTo()).toEqual({ country: "PK", state: "SD", city: "Karachi", postcode: "74000" });
  await review({ country: "PK", state: "SD", city: "Karachi", s_country: "pk", s_state: "BA", s_city: "Quetta" });
  expect(await goesTo()).toEqual({ country: "PK", state: "BA", city: "Quetta", postcode: "" });
});

test("a missing or unknown country leaves the destination unchanged", async () => {
  await review({ country: "PK", state: "SD", city: "Karachi" });
  for (const country of ["", "Pakistan", "P1", "\u0000"]) await review({ country, city: "Quetta" });
  expect(await goesTo()).toMatchObject({ city: "Karachi" });
});

test("any destination fields are answered without a server error", async () => {
  const value = fc.oneof(
    fc.string({ unit: "binary", maxLength: 120 }),
    fc.constantFrom("PK", "AE", "SD", "\u0000", "\ud800", "a".repeat(20_000), "'; drop table orders; --"),
  );
  const fields = fc.dictionary(
    fc.constantFrom("country", "state", "city", "postcode", "s_country", "s_city", "payment_method"),
    value,
  );
  await fc.assert(
    fc.asyncProperty(fields, async (sent) => {
      const answer = await review(Object.fromEntries(Object.entries(sent)));
      expect([answer.statusCode, answer.json().result]).toEqual([200, "success"]);
    }),
    { numRuns: 25 },
  );
});
