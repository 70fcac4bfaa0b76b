import { createHash } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { orders } from "#db/tables/carts-and-orders.ts";
import { Refusal } from "../../refusal.ts";
import type { OrderStatus } from "../order.ts";
import type { Checkout, PlacedOrder } from "./checkout.ts";

/** How long (ms) a checkout token is remembered. */
const attemptLifetimeMs = 24 * 3_600_000;

/** How long (ms) an order can be found by its emptied cart, for forms that do not name their cart. */
const unmarkedLifetimeMs = 10 * 60_000;

/** Identifies the form that an order was placed with. */
export interface CheckoutMark {
  /** The form's token, valid only in the session that received it; null: none. */
  attempt: string | null;
  /** A hash of the form's content. */
  body: string;
}

/** Returns the idempotency mark of a checkout. */
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
 * Finds the order that a checkout has already placed: by its token or, if the cart is empty now, by the cart that the
 * customer saw, on any device.
 * @throws Refusal checkout_repeated (details: the order's id and key) if the form differs from the one that was ordered
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

/** Finds the customer's last order if it took the cart that the customer saw. */
async function findCart(
  db: Database,
  { sessionId, userId, attempt, seenHash }: Checkout,
  now: Date,
): Promise<Earlier | undefined> {
  if (attempt !== null && seenHash === null) return undefined;
  const since = new Date(now.getTime() - (seenHash === null ? unmarkedLifetimeMs : attemptLifetimeMs)).toISOString();
  const { rows } = await db.execute<Earlier & { cart_hash: string }>(sql`
    select id, order_key as key, status, checkout_body as body, cart_hash from orders
    where (session_id = ${sessionId} or user_id = ${userId}) and created_at > ${since}::timestamptz
    order by id desc limit 1`);
  return rows[0] && (seenHash === null || rows[0].cart_hash === seenHash) ? rows[0] : undefined;
}

/**
 * Clears at most `limit` expired checkout tokens of orders. @returns the number cleared; fewer than `limit` when none
 * are left
 */
export async function clearOldCheckoutTokens(db: Database, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - attemptLifetimeMs).toISOString();
  const { rowCount } = await db.execute(sql`
    update orders set checkout_attempt = null, checkout_body = null where id in (
      select id from orders where checkout_body is not null and created_at < ${before}::timestamptz
      order by created_at limit ${limit} for no key update skip locked)`);
  return rowCount ?? 0;
}

/** Returns whether a session has placed an order after a moment. */
export async function hasOrderedSince(db: Database, sessionId: number, moment: Date): Promise<boolean> {
  const placed = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.sessionId, sessionId), gt(orders.createdAt, moment)))
    .limit(1);
  return placed.length > 0;
}
