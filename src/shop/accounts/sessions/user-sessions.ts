import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { users } from "#db/tables/accounts.ts";
import { sessions } from "#db/tables/carts-and-orders.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../../refusal.ts";
import { resetBanner } from "../profile/user-meta.ts";
import type { ProvenUser, User } from "../user.ts";
import { userColumns } from "../users.ts";
import { lockCart, moveSessionNotices } from "./lock-cart.ts";
import { renewCartRetention, type Session } from "./sessions.ts";

export interface NewSession {
  /** SHA-256 of the visitor's token. */
  tokenHash: Buffer;
  customerKey: string;
  isRemembered: boolean;
  /** The browser's user agent; "" if unknown. */
  agent?: string;
  now: Date;
  expiresAt: Date;
}

/**
 * Starts the session of a user who was just authenticated, under a new token. It takes over the guest's session: the
 * guest's cart is merged into the account's, and notices that have waited since the sign-out are shown.
 * @throws Refusal credentials_wrong if the password was replaced since, or the account is disabled or gone
 */
export async function beginUserSession(
  db: Database,
  proven: ProvenUser,
  guest: Session | undefined,
  { tokenHash, customerKey, isRemembered, agent = "", now, expiresAt }: NewSession,
): Promise<Session> {
  return inTransaction(db, async (db) => {
    const user = await holdProven(db, proven);
    const own = { tokenHash, customerKey, isRemembered, agent, createdAt: now, renewedAt: now, expiresAt };
    const values = { ...own, userId: user.id, signedInAt: now };
    const id = (guest && (await takeOver(db, guest.id, values))) ?? (await insertSession(db, values));
    await endOldest(db, user.id, now);
    await resetBanner(db, user.id);
    const cartId = await lockCart(db, id, now);
    if (cartId !== null) await moveSessionNotices(db, cartId, id);
    await renewCartRetention(db, user.id, now);
    return { id, customerKey, isRemembered, renewedAt: now, expiresAt, user };
  });
}

/** How many browsers a user can be signed in with. */
const maxSessions = 20;

async function endOldest(db: Database, userId: number, now: Date): Promise<void> {
  const oldest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.parkedAt)))
    .orderBy(desc(sessions.signedInAt), desc(sessions.id))
    .offset(maxSessions);
  await endSessions(db, inArray(sessions.id, oldest), now);
}

type UserSession = typeof sessions.$inferInsert & { userId: number };

/**
 * Turns a guest's session into the user's, under its new token, so that requests in progress (an add to the cart, an
 * order, a second "Sign in") still find it. @returns undefined if it is gone, parked or another user's
 */
async function takeOver(db: Database, sessionId: number, values: UserSession): Promise<number | undefined> {
  const isGuests = or(isNull(sessions.userId), eq(sessions.userId, values.userId));
  const [session] = await db
    .update(sessions)
    .set(values)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.parkedAt), isGuests))
    .returning({ id: sessions.id });
  return session?.id;
}

async function insertSession(db: Database, values: UserSession): Promise<number> {
  const [session] = await db.insert(sessions).values(values).returning({ id: sessions.id });
  if (!session) throw new Error("A session was not created");
  return session.id;
}

/**
 * Locks the user's row until the transaction ends: a concurrent password change waits and then ends this session too.
 */
async function holdProven(db: Database, { user, passwordHash }: ProvenUser): Promise<User> {
  const [row] = await db
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, user.id), eq(users.passwordHash, passwordHash), isNull(users.disabledAt)))
    .for("share");
  if (!row) throw new Refusal("credentials_wrong");
  return row;
}

/** Signs out of one session: its token becomes invalid, its cart stays with the account. */
export async function endUserSession(db: Database, sessionId: number, now: Date): Promise<void> {
  await inTransaction(db, (db) => endSessions(db, eq(sessions.id, sessionId), now));
}

/** A session in the list of its user. */
export interface ListedSession {
  id: number;
  agent: string;
  signedInAt: Date;
  /** To the day. */
  lastSeenAt: Date;
}

/** Lists a user's sessions, the newest sign-in first. */
export async function listUserSessions(db: Database, userId: number, now: Date): Promise<ListedSession[]> {
  const { id, agent, signedInAt, renewedAt: lastSeenAt } = sessions;
  const rows = await db
    .select({ id, agent, signedInAt, lastSeenAt })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.parkedAt), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.signedInAt), desc(sessions.id));
  return rows.flatMap((row) => (row.signedInAt ? [{ ...row, signedInAt: row.signedInAt }] : []));
}

/** Signs a user out of one of their sessions; nothing happens if it is another user's. */
export async function endOwnSession(db: Database, userId: number, sessionId: number, now: Date): Promise<void> {
  const own = and(eq(sessions.id, sessionId), eq(sessions.userId, userId));
  await inTransaction(db, (db) => endSessions(db, own, now));
}

/** Signs a user out of all sessions except `exceptId`, and forgets all known browsers. */
export async function endUserSessions(db: Database, userId: number, exceptId: number | null, now: Date): Promise<void> {
  const others = and(eq(sessions.userId, userId), exceptId === null ? undefined : ne(sessions.id, exceptId));
  await inTransaction(db, async (db) => {
    // Wait for a sign-in in progress, so that its session ends too.
    await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
    await endSessions(db, others, now);
    await db.execute(sql`delete from known_devices where user_id = ${userId}`);
  });
}

/** Ends sessions of signed-in users. Unread notices are kept with the account's cart. */
async function endSessions(db: Database, which: SQL | undefined, now: Date): Promise<void> {
  // Lock all of them before the first cart: an add locks its session, then waits for the cart.
  const ended = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(which, isNotNull(sessions.userId), isNull(sessions.parkedAt)))
    .orderBy(asc(sessions.id))
    .for("update");
  for (const { id } of ended) {
    const cartId = await lockCart(db, id, now);
    if (cartId !== null) await moveSessionNotices(db, id, cartId);
    await db.delete(sessions).where(eq(sessions.id, id));
  }
}
