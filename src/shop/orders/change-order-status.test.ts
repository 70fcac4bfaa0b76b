import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { untilWaiting } from "../../../tests/support/lock-queue.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { addProduct, codeOf, defaultSettings, noon, openSession } from "../cart/cart.fixtures.ts";
import { applyCoupon } from "../cart/coupons/apply-coupon.ts";
import { addToCart } from "../cart/lines/add-to-cart.ts";
import { giveCoupon } from "../coupons/coupon.fixtures.ts";
import { shopperOf } from "../coupons/shopper.ts";
import { cancelUnpaid } from "./cancel-unpaid.ts";
import { changeOrderStatus } from "./change-order-status.ts";
import { checkoutOf } from "./checkout/checkout.fixtures.ts";
import { placeOrder } from "./checkout/place-order.ts";
import type { OrderStatus } from "./order.ts";
import { holdsGoods, orderStatuses, statusesAfter } from "./order-status.rules.ts";
import { getOrder } from "./orders.ts";

let db: Database;
let pool: TestDatabase["pool"];
beforeAll(async () => {
  ({ db, pool } = await createTestDatabase());
});

const change = (id: number, to: OrderStatus, note = "") =>
  changeOrderStatus(db, { id, to, note }, defaultSettings, noon);

/** Places an order of 2 pieces, which leaves 2 in stock, with a coupon that allows two uses. */
async function givenOrder(settings = defaultSettings, paymentMethodId = "cod") {
  const productId = await addProduct(db, { managesStock: true, stockQuantity: 4 });
  const code = await giveCoupon(db, { usageLimit: 2 });
  const session = await openSession(db);
  await addToCart(db, session, { productId, variationId: null, quantity: 2, attributes: {} }, noon);
  const entry = { sessionId: session, code, shopper: shopperOf(null, "", ""), email: "", ip: "" };
  await applyCoupon(db, entry, defaultSettings, noon);
  const { id } = await placeOrder(db, checkoutOf(session, { paymentMethodId }), settings, noon);
  return { id, productId, code };
}

async function stateOf({ id, productId, code }: { id: number; productId: number; code: string }) {
  const { rows } = await db.execute<{ status: OrderStatus; stock: number; sales: number; used: number }>(sql`
    select o.status, p.stock_quantity as stock, p.total_sales as sales, c.used
    from orders o, products p, coupons c where o.id = ${id} and p.id = ${productId} and c.code = ${code}`);
  return rows[0];
}

const eventsOf = async (id: number) =>
  (
    await db.execute<{ line: string }>(
      sql`select kind || ' ' || detail as line from order_events where order_id = ${id} order by id`,
    )
  ).rows.map(({ line }) => line);

/** Returns the jobs that mail the customer. */
const jobsOf = async (id: number) =>
  (
    await db.execute(sql`select p.payload->>'status' as status from graphile_worker.jobs j
      join graphile_worker._private_jobs p on p.id = j.id
      where j.task_identifier = 'order-status-changed' and (p.payload->>'orderId')::int = ${id} order by j.id`)
  ).rows;

test("each change is stored with its note, and its transaction queues the customer's mail", async () => {
  const order = await givenOrder();
  expect(await change(order.id, "on-hold", "Not at home")).toBe("processing");
  await change(order.id, "completed");
  expect(await codeOf(change(order.id, "cancelled"))).toBe("order_status_invalid");
  expect(await eventsOf(order.id)).toEqual([
    "placed processing",
    "status on-hold",
    "note Not at home",
    "status completed",
  ]);
  expect(await jobsOf(order.id)).toEqual([{ status: "on-hold" }, { status: "completed" }]);
});

const account = { holder: "My shop", bank: "A bank", number: "0123", iban: "", code: "" };
const withBank = { ...defaultSettings, bank_accounts: [account], bank_transfer_days: 14 };
/** The end of December 5, 14 days after noon's day. */
const lastMoment = new Date("2026-12-05T23:59:59.999Z");
const nextDay = new Date("2026-12-06T00:00:00Z");
const requestOf = async ({ id }: { id: number }) => (await getOrder(db, id, withBank)).paymentRequest;
const accountRows = [
  { label: "bankTransfer.holder", value: "My shop" },
  { label: "bankTransfer.bank", value: "A bank" },
  { label: "bankTransfer.number", value: "0123" },
];

test("an unpaid bank transfer is cancelled once after its deadline; paid orders and other payment methods are not", async () => {
  const [unpaid, paid, heldAgain, atDoor] = [
    await givenOrder(withBank, "bacs"),
    await givenOrder(withBank, "bacs"),
    await givenOrder(withBank, "bacs"),
    await givenOrder(withBank),
  ];
  expect(await requestOf(unpaid)).toMatchObject({ accounts: [accountRows], payBy: lastMoment });
  await change(paid.id, "processing");
  await change(atDoor.id, "on-hold");
  for (const to of ["processing", "on-hold"] as const) await change(heldAgain.id, to);
  expect(await requestOf(heldAgain)).toBeNull();
  await cancelUnpaid(db, withBank, lastMoment, 100);
  expect(await stateOf(unpaid)).toEqual({ status: "on-hold", stock: 2, sales: 2, used: 1 });
  await Promise.all([1, 2, 3].map(() => cancelUnpaid(db, withBank, nextDay, 100)));
  expect(await stateOf(unpaid)).toEqual({ status: "cancelled", stock: 4, sales: 0, used: 0 });
  const told = ["placed on-hold", "status cancelled", "note No transfer has come by 2026-12-05."];
  expect(await eventsOf(unpaid.id)).toEqual(told);
  expect(await jobsOf(unpaid.id)).toEqual([{ status: "cancelled" }]);
  const others = await Promise.all([paid, heldAgain, atDoor].map(async (order) => (await stateOf(order))?.status));
  expect(others).toEqual(["processing", "on-hold", "on-hold"]);
  expect(await cancelUnpaid(db, withBank, new Date("2030-01-01T00:00:00Z"), 100)).toBe(0);
});

test("an order keeps its deadline when the setting changes, and gets a new one when it is reopened", async () => {
  const forEver = { ...withBank, bank_transfer_days: 0 };
  const [short, endless] = [await givenOrder(withBank, "bacs"), await givenOrder(forEver, "bacs")];
  await cancelUnpaid(db, { ...withBank, bank_transfer_days: 1 }, lastMoment, 100);
  expect(await stateOf(short)).toMatchObject({ status: "on-hold" });
  expect(await requestOf(endless)).toMatchObject({ payBy: null });
  await cancelUnpaid(db, forEver, nextDay, 100);
  const states = await Promise.all([short, endless].map(async (order) => (await stateOf(order))?.status));
  expect(states).toEqual(["cancelled", "on-hold"]);
  await changeOrderStatus(db, { id: short.id, to: "on-hold" }, withBank, nextDay);
  expect(await cancelUnpaid(db, withBank, nextDay, 100)).toBe(0);
  expect(await requestOf(short)).toMatchObject({ payBy: new Date("2026-12-20T23:59:59.999Z") });
});

test("an order that is paid while its cancellation waits for the lock stays paid", async () => {
  const order = await givenOrder(withBank, "bacs");
  const holder = await pool.connect();
  try {
    await holder.query("begin");
    const paid = "update orders set status = 'processing', paid_at = $2 where id = $1";
    await holder.query(paid, [order.id, noon]);
    const cancelling = cancelUnpaid(db, withBank, nextDay, 100);
    await untilWaiting(db, 1);
    await holder.query("commit");
    expect(await cancelling).toBe(1);
  } finally {
    holder.release();
  }
  expect(await stateOf(order)).toEqual({ status: "processing", stock: 2, sales: 2, used: 1 });
  expect(await eventsOf(order.id)).toEqual(["placed on-hold"]);
});

test("reopening a cancelled order takes its stock and coupon again, or fails if they are gone", async () => {
  const order = await givenOrder();
  await change(order.id, "cancelled");
  expect(await stateOf(order)).toEqual({ status: "cancelled", stock: 4, sales: 0, used: 0 });
  await change(order.id, "processing");
  expect(await stateOf(order)).toEqual({ status: "processing", stock: 2, sales: 2, used: 1 });
  await change(order.id, "failed");
  await db.execute(sql`update products set stock_quantity = 1 where id = ${order.productId}`);
  expect(await codeOf(change(order.id, "on-hold"))).toBe("stock_insufficient");
  await db.execute(sql`update products set stock_quantity = 9 where id = ${order.productId}`);
  await db.execute(sql`update coupons set used = usage_limit where code = ${order.code}`);
  expect(await codeOf(change(order.id, "on-hold"))).toBe("coupon_used_up");
  expect(await stateOf(order)).toEqual({ status: "failed", stock: 9, sales: 0, used: 2 });
  expect((await eventsOf(order.id)).at(-1)).toBe("status failed");
});

test("stock that is no longer counted is neither taken again nor returned later", async () => {
  const order = await givenOrder();
  await change(order.id, "cancelled");
  await db.execute(sql`update products set manages_stock = false where id = ${order.productId}`);
  await change(order.id, "processing");
  await db.execute(sql`update products set manages_stock = true where id = ${order.productId}`);
  await change(order.id, "cancelled");
  expect(await stateOf(order)).toMatchObject({ stock: 4, sales: 0 });
});

test("of concurrent changes to one order only one is made; the others see its result", async () => {
  const order = await givenOrder();
  const holder = await pool.connect();
  try {
    await holder.query("begin");
    await holder.query("select from orders where id = $1 for no key update", [order.id]);
    const ends = Promise.all(
      (["cancelled", "cancelled", "cancelled"] as const).map((to) => codeOf(change(order.id, to))),
    );
    await untilWaiting(db, 3);
    await holder.query("commit");
    expect((await ends).filter((end) => end === "done")).toHaveLength(1);
  } finally {
    holder.release();
  }
  expect(await stateOf(order)).toMatchObject({ stock: 4, sales: 0, used: 0 });
});

test("after any sequence of statuses, stock and coupons are taken exactly while the order holds them", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...orderStatuses), { maxLength: 6 }), async (asked) => {
      const order = await givenOrder();
      let now: OrderStatus = "processing";
      for (const to of asked) {
        const isFit = statusesAfter(now).includes(to);
        expect(await codeOf(change(order.id, to))).toBe(isFit ? "done" : "order_status_invalid");
        if (isFit) now = to;
        const held = holdsGoods(now) ? { stock: 2, sales: 2, used: 1 } : { stock: 4, sales: 0, used: 0 };
        expect(await stateOf(order)).toEqual({ status: now, ...held });
      }
    }),
    { numRuns: 15 },
  );
});
