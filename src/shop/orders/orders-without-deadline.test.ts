import { beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { addProduct, defaultSettings, noon, openSession } from "../cart/cart.fixtures.ts";
import { addToCart } from "../cart/lines/add-to-cart.ts";
import { cancelUnpaid } from "./cancel-unpaid.ts";
import { changeOrderStatus } from "./change-order-status.ts";
import { checkoutOf } from "./checkout/checkout.fixtures.ts";
import { placeOrder } from "./checkout/place-order.ts";
import { getOrder } from "./orders.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

const account = { holder: "My shop", bank: "A bank", number: "0123", iban: "", code: "" };
const settings = { ...defaultSettings, bank_accounts: [account] };

async function givenTransfer(): Promise<number> {
  const { db } = database;
  const session = await openSession(db);
  const line = { productId: await addProduct(db), variationId: null, quantity: 1, attributes: {} };
  await addToCart(db, session, line, noon);
  return (await placeOrder(db, checkoutOf(session, { paymentMethodId: "bacs" }), settings, noon)).id;
}

test("an unpaid order without a deadline is never cancelled, and a paid one no longer asks for its transfer", async () => {
  const { db, pool } = database;
  const [unpaid, paid] = [await givenTransfer(), await givenTransfer()];
  for (const to of ["processing", "on-hold"] as const)
    await changeOrderStatus(db, { id: paid, to }, settings, new Date("2026-11-22T09:00:00Z"));
  await pool.query("update orders set pay_by = null");
  expect(await cancelUnpaid(db, settings, new Date("2030-01-01T00:00:00Z"), 100)).toBe(0);
  expect((await getOrder(db, unpaid, settings)).paymentRequest).toMatchObject({ payBy: null });
  expect((await getOrder(db, paid, settings)).paymentRequest).toBeNull();
});
