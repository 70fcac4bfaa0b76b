import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { Buyer } from "../support/buyer.ts";
import { ownShop } from "../support/own-shop.ts";
import type { RunningShop } from "../support/start-shop.ts";

const rounds = 5;
const connections = 8;
const answersBeforeKill = 25;
/** Enough that every round ends with the kill, and some carts are never ordered. */
const carts = rounds * (answersBeforeKill + connections) + 3;
const stock = 1000;

/** Buyers with their order ids; null if the shop was killed before it answered. */
type Answers = Map<Buyer, number | null>;

async function stockUp(db: Database): Promise<number> {
  // Orders beyond the limits of one address would be accepted on hold and take no stock.
  for (const name of ["checkout_seconds", "cod_orders_per_phone", "unpaid_stock_per_address"])
    await setSetting(db, name, 0);
  return addProduct(db, { managesStock: true, stockQuantity: stock });
}

async function fillCarts(origin: string, productId: number): Promise<Buyer[]> {
  const buyers = Array.from({ length: carts }, () => new Buyer(origin));
  const waiting = [...buyers];
  const fillOn = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) await one.fillCart(productId);
  };
  await Promise.all(Array.from({ length: connections }, fillOn));
  return buyers;
}

/** Orders over eight connections and kills the shop meanwhile. Removes buyers that have ordered from `waiting`. */
async function orderUntilKilled(shop: RunningShop, waiting: Buyer[]): Promise<Answers> {
  const answered: Answers = new Map();
  let answers = 0;
  let killed: Promise<void> | undefined;
  const orderOn = async () => {
    for (let buyer = killed ? undefined : waiting.pop(); buyer; buyer = killed ? undefined : waiting.pop()) {
      const answer = await buyer.order().catch(() => null);
      answered.set(buyer, answer && idIn(answer));
      if (answer && ++answers === answersBeforeKill) killed = shop.kill();
    }
  };
  await Promise.all(Array.from({ length: connections }, orderOn));
  await killed;
  return answered;
}

/** Returns the order's id. @throws Error with the shop's messages when the order was refused */
function idIn({ result, messages, order_id: id = 0 }: Awaited<ReturnType<Buyer["order"]>>): number {
  if (result !== "success") throw new Error(messages);
  return id;
}

/** Repeats each buyer's order, and records the ids that were missing. */
async function orderAgain(answered: Answers): Promise<void> {
  await Promise.all(
    [...answered].map(async ([buyer, before]) => {
      const id = idIn(await buyer.order());
      expect(id).toBe(before ?? id);
      answered.set(buyer, id);
    }),
  );
}

test("a shop killed five times while eight buyers order has each answered order once, with stock and mail, and empties no other cart", async () => {
  const own = await ownShop();
  let shop = await own.start();
  const productId = await own.useDatabase(stockUp);
  const waiting = await fillCarts(shop.origin, productId);
  const ids: number[] = [];
  let unanswered = 0;
  for (let round = 0; round < rounds; round += 1) {
    const answered = await orderUntilKilled(shop, waiting);
    unanswered += [...answered.values()].filter((id) => id === null).length;
    shop = await own.start();
    await orderAgain(answered);
    for (const id of answered.values()) ids.push(id ?? 0);
  }
  expect(unanswered).toBeGreaterThanOrEqual(rounds);
  expect(waiting.length).toBeGreaterThan(0);

  const { orders, left, emptied } = await own.useDatabase((db) => readState(db, productId));
  expect(orders.map(({ id }) => id)).toEqual([...new Set(ids)].sort((a, b) => a - b));
  expect(orders.length).toBe(ids.length);
  expect(orders.filter(({ pieces, notifications }) => pieces !== 1 || notifications === 0)).toEqual([]);
  expect(left).toBe(stock - orders.length);
  expect(emptied).toBe(0);
}, 120_000);

interface State {
  /** Each with its quantity, and the number of jobs and mails that notify the shop of it. */
  orders: { id: number; pieces: number; notifications: number }[];
  /** Quantity in stock. */
  left: number;
  /** Empty carts of buyers without an order. */
  emptied: number;
}

async function readState(db: Database, productId: number): Promise<State> {
  const { rows: orders } = await db.execute<State["orders"][number] & Record<string, unknown>>(sql`
    select o.id, (select sum(l.quantity)::int from order_lines l where l.order_id = o.id) as pieces,
      (select count(*)::int from graphile_worker._private_jobs j where (j.payload ->> 'orderId')::bigint = o.id)
        + (select count(*)::int from mail_outbox m where m.mail_key = 'new-order:' || o.id) as notifications
    from orders o order by o.id`);
  const { rows } = await db.execute<{ left: number; emptied: number }>(sql`
    select (select stock_quantity from products where id = ${productId}) as left,
      (select count(*)::int from sessions s where not exists (select from cart_lines l where l.session_id = s.id)
        and not exists (select from orders o where o.session_id = s.id)) as emptied`);
  return { orders, left: rows[0]?.left ?? 0, emptied: rows[0]?.emptied ?? -1 };
}
