import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { addToCart } from "#shop/cart/add-to-cart.ts";
import { addProduct, codeOf, defaultSettings, noon, openSession } from "#shop/cart/cart.fixtures.ts";
import { checkoutOf } from "#shop/orders/checkout.fixtures.ts";
import { placeOrder } from "#shop/orders/place-order.ts";
import { createTestDatabase } from "../../tests/support/test-database.ts";
import type { GivenOptions } from "./command.ts";
import { ordersCommand } from "./orders.ts";

let db: Database;
let id: number;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
  const session = await openSession(db);
  const productId = await addProduct(db, { name: "Zinc", regularPrice: 1500 });
  await addToCart(db, session, { productId, variationId: null, quantity: 2, attributes: {} }, noon);
  id = (await placeOrder(db, checkoutOf(session), defaultSettings, noon)).id;
});

async function printed(args: string[], options: GivenOptions = {}): Promise<string> {
  const lines: string[] = [];
  await ordersCommand.run({ db, clock: { now: () => noon }, print: (line) => lines.push(line) }, args, options);
  return lines.join("\n");
}

test("orders list prints one line for each order", async () => {
  expect(await printed(["list"], { limit: "5" })).toBe(
    `${id}  2026-11-21 12:00  processing  Rs\u00a03,000  Ayesha Khan  Lahore`,
  );
});

test("orders show prints lines, total and address", async () => {
  const text = await printed(["show", String(id)]);
  expect(text).toContain("  2 x Zinc  Rs\u00a03,000");
  expect(text).toContain("Total: Rs\u00a03,000, Cash on delivery");
  expect(text).toContain("Billing: Ayesha Khan, House 14");
});

test("orders show prints how the order comes, how long that takes, and what cash at the door costs", async () => {
  const session = await openSession(db);
  await addToCart(
    db,
    session,
    { productId: await addProduct(db), variationId: null, quantity: 1, attributes: {} },
    noon,
  );
  const settings = { ...defaultSettings, shipping_title: "Courier", shipping_price: 200, cod_fee: 50 };
  const order = await placeOrder(db, checkoutOf(session), settings, noon);
  const text = await printed(["show", String(order.id)]);
  expect(text).toContain(
    "Courier (2-3 business days): Rs\u00a0200\nCash on delivery fee: Rs\u00a050\nTotal: Rs\u00a01,250",
  );
});

test("orders cancel ends an order once", async () => {
  const session = await openSession(db);
  const productId = await addProduct(db);
  await addToCart(db, session, { productId, variationId: null, quantity: 1, attributes: {} }, noon);
  const order = await placeOrder(db, checkoutOf(session), defaultSettings, noon);
  expect(await printed(["cancel", String(order.id)])).toContain(`Order ${order.id} is cancelled`);
  expect(await codeOf(printed(["fail", String(order.id)]))).toBe("order_closed");
});

test("an unknown order and an unknown word are refused", async () => {
  expect(await codeOf(printed(["show", "9999999"]))).toBe("order_unknown");
  await expect(printed(["shw", "x"])).rejects.toThrow(
    'There is no "orders shw": use list, show ID, cancel ID or fail ID.',
  );
  await expect(printed(["list"], { limit: "many" })).rejects.toThrow('"many" is not a limit: use digits.');
});
