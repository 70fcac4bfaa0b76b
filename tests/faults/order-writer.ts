/**
 * Orders one piece after the other over eight connections until it is killed; what was placed is written down after it is.
 * Arguments: DATABASE_URL, the product's id.
 */
import { databaseOf, openPool } from "../../src/db/database.ts";
import { addToCart } from "../../src/shop/cart/add-to-cart.ts";
import { defaultSettings, openSession } from "../../src/shop/cart/cart.fixtures.ts";
import { checkoutOf } from "../../src/shop/orders/checkout.fixtures.ts";
import { placeOrder } from "../../src/shop/orders/place-order.ts";

const [, , connectionString = "", productId = ""] = process.argv;
const connections = 8;
const db = databaseOf(openPool({ connectionString }, connections));
const piece = { productId: Number(productId), variationId: null, quantity: 1, attributes: {} };

async function orderForEver(): Promise<never> {
  for (;;) {
    const session = await openSession(db);
    await addToCart(db, session, piece, new Date());
    const { id } = await placeOrder(db, checkoutOf(session), defaultSettings, new Date());
    process.stdout.write(`${JSON.stringify({ session, id })}\n`);
  }
}

await Promise.all(Array.from({ length: connections }, orderForEver));
