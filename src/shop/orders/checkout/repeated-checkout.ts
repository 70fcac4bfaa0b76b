import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { Refusal } from "../../refusal.ts";
import type { OrderStatus } from "../order.ts";
import type { Checkout, PlacedOrder } from "./checkout.ts";

/** How long (ms) a form that is sent again is known: nobody sends the same one for a day. */
const attemptLife = 24 * 3_600_000;

/** A form that cannot say what it was for finds the order that emptied its cart when that is younger than this (ms). */
const unmarkedLife = 10 * 60_000;

/** By what an order knows the form that it was placed with. */
export interface CheckoutMark {
  /** null: the form had no token. One is only good for the session that was given it. */
  attempt: string | null;
  /** What the form says, as a hash. */
  body: string;
}

/** See `CheckoutMark`. */
export function markOf({ sessionId, attempt, ...checkout }: Checkout): CheckoutMark {
  const { form, deliveryMethodId, paymentMethodId, seenHash } = checkout;
  return {
    attempt: attempt ? hashOf(`${sessionId}:${attempt}`) : null,
    body: hashOf(JSON.stringify([form, deliveryMethodId, paymentMethodId, seenHash])),
  };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

interface Earlier extends Record<string, unknown> {
  id: number;
  key: string;
  status: OrderStatus;
  body: string | null;
}

/**
 * The order that a refused checkout has been already: placed with the same token or, where its cart is empty now, with the
 * cart that the buyer was shown, on this device or another.
 * @throws Refusal checkout_repeated (details: id and key of the order) when the form says something else than was ordered
 */
export async function findRepeat(
  db: Database,
  checkout: Checkout,
  refusal: Refusal,
  now: Date,
): Promise<PlacedOrder | undefined> {
  const mark = markOf(checkout);
  const earlier =
    (await findAttempt(db, mark)) ?? (refusal.code === "cart_empty" ? await findCart(db, checkout, now) : undefined);
  if (!earlier) return undefined;
  const { id, key, status, body } = earlier;
  const isMarked = checkout.attempt !== null || checkout.seenHash !== null;
  if (isMarked && body !== null && body !== mark.body) throw new Refusal("checkout_repeated", { id, key });
  return { id, key, status, payAt: null, isRepeat: true };
}

async function findAttempt(db: Database, { attempt }: CheckoutMark): Promise<Earlier | undefined> {
  if (attempt === null) return undefined;
  const { rows } = await db.execute<Earlier>(
    sql`select id, order_key as key, status, checkout_body as body from orders where checkout_attempt = ${attempt}`,
  );
  return rows[0];
}

/** The last order of the buyer, if it took the cart that he was shown. */
async function findCart(
  db: Database,
  { sessionId, userId, attempt, seenHash }: Checkout,
  now: Date,
): Promise<Earlier | undefined> {
  if (attempt !== null && seenHash === null) return undefined;
  const since = new Date(now.getTime() - (seenHash === null ? unmarkedLife : attemptLife)).toISOString();
  const { rows } = await db.execute<Earlier & { cart_hash: string }>(sql`
    select id, order_key as key, status, checkout_body as body, cart_hash from orders
    where (session_id = ${sessionId} or user_id = ${userId}) and created_at > ${since}::timestamptz
    order by id desc limit 1`);
  return rows[0] && (seenHash === null || rows[0].cart_hash === seenHash) ? rows[0] : undefined;
}

/** Has at most `limit` orders forget the forms that nobody sends again. @returns how many; fewer than `limit`: all */
export async function forgetOldCheckouts(db: Database, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - attemptLife).toISOString();
  const { rowCount } = await db.execute(sql`
    update orders set checkout_attempt = null, checkout_body = null where id in (
      select id from orders where checkout_body is not null and created_at < ${before}::timestamptz
      order by created_at limit ${limit} for no key update skip locked)`);
  return rowCount ?? 0;
}
