import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { onLocalChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { addProduct, addSizes, defaultSettings, noon, openSession } from "../../cart/cart.fixtures.ts";
import { addToCart } from "../../cart/lines/add-to-cart.ts";
import { changeOrderStatus } from "../change-order-status.ts";
import { checkoutOf } from "../checkout/checkout.fixtures.ts";
import { placeOrder } from "../checkout/place-order.ts";

let db: Database;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});

async function order(productId: number, quantity: number): Promise<number> {
  const session = await openSession(db);
  await addToCart(db, session, { productId, variationId: null, quantity, attributes: {} }, noon);
  return (await placeOrder(db, checkoutOf(session), defaultSettings, noon)).id;
}

/** Cancels an order. @returns the tags of the invalidated pages */
async function cancel(id: number): Promise<string[]> {
  const announced: string[] = [];
  const stop = onLocalChange((tags) => announced.push(...tags));
  await changeOrderStatus(db, { id, to: "cancelled" }, defaultSettings, noon);
  stop();
  return announced;
}

async function statusOf(id: number) {
  const { rows } = await db.execute(
    sql`select stock_quantity as stock, stock_status as status from products where id = ${id}`,
  );
  return rows[0];
}

test("cancelling an order invalidates no page while stock is plentiful, and the product's page and all listings after the last piece", async () => {
  const plenty = await addProduct(db, { managesStock: true, stockQuantity: 500 });
  const last = await addProduct(db, { managesStock: true, stockQuantity: 1 });
  expect(await cancel(await order(plenty, 1))).toEqual([]);
  expect(await cancel(await order(last, 1))).toEqual([`product:${last}`, "products"]);
});

test("a product whose variation returns is in stock again, or on backorder like its variation", async () => {
  const counted = { managesStock: true, stockQuantity: 1, stockStatus: "instock" as const };
  const { id, small, large } = await addSizes(db, {}, counted);
  await db.execute(sql`update products set stock_quantity = 0, stock_status = 'outofstock' where id = ${large}`);
  const first = await order(small, 1);
  expect(await statusOf(id)).toMatchObject({ status: "outofstock" });
  expect(await cancel(first)).toEqual([`stock:${id}`, `product:${id}`, "products"]);
  expect(await statusOf(id)).toMatchObject({ status: "instock" });
  await db.execute(sql`update products set backorders = 'yes' where id = ${small}`);
  const [one, other] = [await order(small, 3), await order(small, 1)];
  expect(await statusOf(id)).toMatchObject({ status: "onbackorder" });
  await cancel(other);
  expect(await statusOf(small)).toEqual({ stock: -2, status: "onbackorder" });
  await cancel(one);
  expect(await statusOf(small)).toEqual({ stock: 1, status: "instock" });
  expect(await statusOf(id)).toMatchObject({ status: "instock" });
});
