import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { users } from "#db/tables/accounts.ts";
import { sessions } from "#db/tables/carts-and-orders.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../../refusal.ts";
import { resetBanner } from "../profile/user-meta.ts";
import type { ProvenUser, User } from "../user.ts";
import { userColumns } from "../users.ts";
import { holdCart, moveSessionNews } from "./hold-cart.ts";
import { keepCart, type Session } from "./sessions.ts";

export interface NewSession {
  /** SHA-256 of the token that the visitor gets. */
  tokenHash: Buffer;
  customerKey: string;
  isRemembered: boolean;
  now: Date;
  expiresAt: Date;
}

/**
 * Begins the session of somebody who has just proved who he is, under a token that nobody else can know. The guest's session
 * becomes it; what lay in its cart comes to what lies in his account's, and what waited since he signed out is his to see.
 * @throws Refusal credentials_wrong when the password has been replaced since he proved it, or the account is disabled or gone
 */
export async function beginUserSession(
  db: Database,
  proven: ProvenUser,
  guest: Session | undefined,
  { tokenHash, customerKey, isRemembered, now, expiresAt }: NewSession,
): Promise<Session> {
  return inTransaction(db, async (db) => {
    const user = await holdProven(db, proven);
    const own = { tokenHash, customerKey, isRemembered, createdAt: now, renewedAt: now, expiresAt };
    const values = { ...own, userId: user.id, signedInAt: now };
    const id = (guest && (await takeOver(db, guest.id, values))) ?? (await insertSession(db, values));
    await endOldest(db, user.id, now);
    await resetBanner(db, user.id);
    const cartId = await holdCart(db, id, now);
    if (cartId !== null) await moveSessionNews(db, cartId, id);
    await keepCart(db, user.id, now);
    return { id, customerKey, isRemembered, renewedAt: now, expiresAt, user };
  });
}

/** In how many browsers somebody can be signed in at once. */
const mostSessions = 20;

async function endOldest(db: Database, userId: number, now: Date): Promise<void> {
  const oldest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.parkedAt)))
    .orderBy(desc(sessions.signedInAt), desc(sessions.id))
    .offset(mostSessions);
  await endSessions(db, inArray(sessions.id, oldest), now);
}

type UserSession = typeof sessions.$inferInsert & { userId: number };

/**
 * Makes a visitor's session the user's own, under its new token: what is under way with it (an add to the cart, an order,
 * "Sign in" pressed twice) finds it still. @returns undefined when it is gone, parked or somebody else's
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

/** His row, held as it is until the transaction ends: whoever replaces the password waits, and then ends this session, too. */
async function holdProven(db: Database, { user, passwordHash }: ProvenUser): Promise<User> {
  const [row] = await db
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, user.id), eq(users.passwordHash, passwordHash), isNull(users.disabledAt)))
    .for("share");
  if (!row) throw new Refusal("credentials_wrong");
  return row;
}

/** Signs out of one session: its token opens nothing any more, its cart is the account's. */
export async function endUserSession(db: Database, sessionId: number, now: Date): Promise<void> {
  await inTransaction(db, (db) => endSessions(db, eq(sessions.id, sessionId), now));
}

/** Signs somebody out everywhere, of all sessions but one, if any. No browser is known any more. */
export async function endUserSessions(db: Database, userId: number, exceptId: number | null, now: Date): Promise<void> {
  const others = and(eq(sessions.userId, userId), exceptId === null ? undefined : ne(sessions.id, exceptId));
  await inTransaction(db, async (db) => {
    // A sign-in under way is waited for, and its session ends, too.
    await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
    await endSessions(db, others, now);
    await db.execute(sql`delete from known_devices where user_id = ${userId}`);
  });
}

/** Ends sessions of people who are signed in. What they have not read yet waits with the account's cart. */
async function endSessions(db: Database, which: SQL | undefined, now: Date): Promise<void> {
  // All of them are held before the first cart is: an add holds its session and then waits for the cart.
  const ended = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(which, isNotNull(sessions.userId), isNull(sessions.parkedAt)))
    .orderBy(asc(sessions.id))
    .for("update");
  for (const { id } of ended) {
    const cartId = await holdCart(db, id, now);
    if (cartId !== null) await moveSessionNews(db, id, cartId);
    await db.delete(sessions).where(eq(sessions.id, id));
  }
}
