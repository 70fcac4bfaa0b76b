import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { Buyer } from "./support/buyer.ts";
import { ownShop } from "./support/own-shop.ts";
import type { RunningShop } from "./support/start-shop.ts";

const rounds = 5;
const connections = 8;
const answersBeforeKill = 25;
/** So many that each round ends by the kill, and some carts are ordered by nobody. */
const carts = rounds * (answersBeforeKill + connections) + 3;
const stock = 1000;

/** Buyers and the orders that they were told of; null: the shop was killed before it answered. */
type Told = Map<Buyer, number | null>;

async function stockUp(db: Database): Promise<number> {
  for (const name of ["checkout_seconds", "cod_orders_per_phone"]) await setSetting(db, name, 0);
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

/** Orders over eight connections and kills the shop in the midst of it. The buyers who have ordered are taken from `waiting`. */
async function orderUntilKilled(shop: RunningShop, waiting: Buyer[]): Promise<Told> {
  const told: Told = new Map();
  let answers = 0;
  let killed: Promise<void> | undefined;
  const orderOn = async () => {
    for (let buyer = killed ? undefined : waiting.pop(); buyer; buyer = killed ? undefined : waiting.pop()) {
      const answer = await buyer.order().catch(() => null);
      told.set(buyer, answer && idIn(answer));
      if (answer && ++answers === answersBeforeKill) killed = shop.kill();
    }
  };
  await Promise.all(Array.from({ length: connections }, orderOn));
  await killed;
  return told;
}

/** The order that a buyer is told of. @throws with what he is told instead */
function idIn({ result, messages, order_id: id = 0 }: Awaited<ReturnType<Buyer["order"]>>): number {
  if (result !== "success") throw new Error(messages);
  return id;
}

/** Has each buyer send his form again, and notes the orders of those who had no answer. */
async function orderAgain(told: Told): Promise<void> {
  await Promise.all(
    [...told].map(async ([buyer, before]) => {
      const id = idIn(await buyer.order());
      expect(id).toBe(before ?? id);
      told.set(buyer, id);
    }),
  );
}

test("killed five times under eight buyers at once, the shop has each order that it answered once, with its stock and its mail, and took no cart without one", async () => {
  const own = await ownShop();
  let shop = await own.start();
  const productId = await own.useDatabase(stockUp);
  const waiting = await fillCarts(shop.origin, productId);
  const ids: number[] = [];
  let unanswered = 0;
  for (let round = 0; round < rounds; round += 1) {
    const told = await orderUntilKilled(shop, waiting);
    unanswered += [...told.values()].filter((id) => id === null).length;
    shop = await own.start();
    await orderAgain(told);
    for (const id of told.values()) ids.push(id ?? 0);
  }
  expect(unanswered).toBeGreaterThanOrEqual(rounds);
  expect(waiting.length).toBeGreaterThan(0);

  const { orders, left, spent } = await own.useDatabase((db) => seen(db, productId));
  expect(orders.map(({ id }) => id)).toEqual([...new Set(ids)].sort((a, b) => a - b));
  expect(orders.length).toBe(ids.length);
  expect(orders.filter(({ pieces, tellings }) => pieces !== 1 || tellings === 0)).toEqual([]);
  expect(left).toBe(stock - orders.length);
  expect(spent).toBe(0);
}, 120_000);

interface Seen {
  /** Each with its pieces, and how many jobs and mails tell the shop of it. */
  orders: { id: number; pieces: number; tellings: number }[];
  /** Pieces in stock. */
  left: number;
  /** Empty carts of buyers who have no order. */
  spent: number;
}

async function seen(db: Database, productId: number): Promise<Seen> {
  const { rows: orders } = await db.execute<Seen["orders"][number] & Record<string, unknown>>(sql`
    select o.id, (select sum(l.quantity)::int from order_lines l where l.order_id = o.id) as pieces,
      (select count(*)::int from graphile_worker._private_jobs j where (j.payload ->> 'orderId')::bigint = o.id)
        + (select count(*)::int from mail_outbox m where m.mail_key = 'new-order:' || o.id) as tellings
    from orders o order by o.id`);
  const { rows } = await db.execute<{ left: number; spent: number }>(sql`
    select (select stock_quantity from products where id = ${productId}) as left,
      (select count(*)::int from sessions s where not exists (select from cart_lines l where l.session_id = s.id)
        and not exists (select from orders o where o.session_id = s.id)) as spent`);
  return { orders, left: rows[0]?.left ?? 0, spent: rows[0]?.spent ?? -1 };
}
