import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { orders, orderViewers } from "#db/tables/carts-and-orders.ts";
import { addressPrefix } from "#platform/network-address.ts";
import { emailKey } from "../accounts/profile/account-fields.rules.ts";
import { consumeLimits, type LimitUse, releaseLimits } from "../rate-limits.ts";
import { Refusal } from "../refusal.ts";
import { isSamePhone } from "./checkout/phone-check.ts";
import type { Address } from "./order.ts";

/**
 * How long (ms) the key alone opens a guest's order, so that it can be viewed on another device right after ordering.
 */
const keyOpensFor = 10 * 60_000;

/** A visitor who opens an order's link. */
export interface OrderViewer {
  id: number;
  /** null: without the key only its owner may see it. */
  key: string | null;
  /** null: a guest. */
  userId: number | null;
  /** null: no session. */
  sessionId: number | null;
}

/**
 * Access through an order's link: "order": everything; "sign-in": it belongs to an account that is not the visitor's;
 * "question": it is a guest's, and the visitor must enter its phone or, if it has one, its email; "nothing": no order
 * has this id and key, or its owner's account is deleted.
 */
export type OrderAccess = "order" | "sign-in" | "question" | "nothing";

interface AccessFacts extends Record<string, unknown> {
  key: string;
  userId: number | null;
  isOfAccount: boolean;
  sessionId: number | null;
  createdAt: string;
  billing: Address;
  isViewer: boolean;
}

/**
 * Returns whether a visitor may see an order, whether they are its owner (by account, session or answer, not just by
 * the link), and whether it has an email to ask for.
 */
export async function findOrderAccess(
  db: Database,
  viewer: OrderViewer,
  now: Date,
): Promise<{ access: OrderAccess; isOwn: boolean; hasEmail: boolean }> {
  const facts = await findByKey(db, viewer);
  const hasEmail = facts ? facts.billing.email !== "" : false;
  const isOwn = facts !== undefined && isOwnOrder(facts, viewer);
  if (!facts || (viewer.key === null && !isOwn)) return { access: "nothing", isOwn: false, hasEmail: false };
  return { access: isOwn ? "order" : accessOf(facts, now), isOwn, hasEmail };
}

const isAccounts = ({ isOfAccount, userId }: AccessFacts) => isOfAccount || userId !== null;

function isOwnOrder(facts: AccessFacts, { userId, sessionId }: OrderViewer): boolean {
  if (isAccounts(facts)) return facts.userId === userId;
  return facts.isViewer || (sessionId !== null && facts.sessionId === sessionId);
}

/** Returns what a visitor sees who only holds the key. */
function accessOf(facts: AccessFacts, now: Date): OrderAccess {
  if (isAccounts(facts)) return "sign-in";
  return now.getTime() - new Date(facts.createdAt).getTime() <= keyOpensFor ? "order" : "question";
}

async function findByKey(
  db: Database,
  { id, key, sessionId }: Omit<OrderViewer, "userId">,
): Promise<AccessFacts | undefined> {
  if (!Number.isSafeInteger(id) || id <= 0) return undefined;
  const { rows } = await db.execute<AccessFacts>(sql`
    select order_key as key, user_id as "userId", is_of_account as "isOfAccount", session_id as "sessionId",
      created_at as "createdAt", billing,
      exists (select from ${orderViewers} v where v.order_id = o.id and v.session_id = ${sessionId}) as "isViewer"
    from ${orders} o where o.id = ${id}`);
  const [row] = rows;
  const isHolder = key === null || isSameKey(key, row?.key ?? "");
  const isOrphan = row?.isOfAccount && row.userId === null;
  return row && isHolder && !isOrphan ? row : undefined;
}

/**
 * Grants access to a visitor who holds the key of a guest's order and enters its phone or email. Tries are limited per
 * order and per order and network address, but not per address alone, which a whole network may share: orders cannot be
 * tried without their keys.
 * @param from the visitor's network address
 * @throws Refusal order_unknown; order_answer_wrong; too_many_tries (details: minutes)
 */
export async function answerForOrder(
  db: Database,
  viewer: { id: number; key: string },
  { answer, from }: { answer: string; from: string },
  now: Date,
): Promise<void> {
  const facts = await findByKey(db, { ...viewer, sessionId: null });
  if (!facts || facts.isOfAccount) throw new Refusal("order_unknown");
  const limits: LimitUse[] = [
    { limit: "orderAnswerByAddress", order: viewer.id, address: addressPrefix(from) },
    { limit: "orderAnswer", order: viewer.id },
  ];
  await consumeLimits(db, limits, now);
  if (!isOrderContact(facts.billing, answer.slice(0, 254))) throw new Refusal("order_answer_wrong");
  await releaseLimits(db, limits);
}

function isOrderContact(billing: Address, answer: string): boolean {
  const { email } = billing;
  if (answer.includes("@")) return email !== "" && emailKey(answer) === emailKey(email);
  return isSamePhone(answer, billing);
}

/** Lets a session see an order from now on. */
export async function rememberViewer(db: Database, orderId: number, sessionId: number): Promise<void> {
  await db.execute(sql`insert into ${orderViewers} (order_id, session_id)
    select o.id, s.id from orders o, sessions s where o.id = ${orderId} and s.id = ${sessionId} on conflict do nothing`);
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Returns a new order key: wc_order_ and 13 random alphanumerics (77 bits). */
export function newOrderKey(): string {
  return `wc_order_${Array.from({ length: 13 }, () => alphabet[randomInt(alphabet.length)]).join("")}`;
}

/** Compares two keys in constant time. */
function isSameKey(given: string, actual: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(actual));
}
