import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { openSmallShop, SmallBrowser } from "../entrance.fixtures.ts";
import type { Entrance } from "../entrance.ts";
import { guestForm } from "../guest-form.fixtures.ts";

let db: Database;
let app: FastifyInstance;
let entrance: Entrance;
let browser: SmallBrowser;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
  ({ app, entrance } = await openSmallShop(db));
});
afterAll(() => app.close());
beforeEach(() => {
  browser = new SmallBrowser(app);
});

const call = (endpoint: string, form: Record<string, string | number>) => browser.post(`/?wc-ajax=${endpoint}`, form);

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
  const order = await call("checkout", guestForm(entrance, { "woocommerce-process-checkout-nonce": nonce ?? "" }));
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
