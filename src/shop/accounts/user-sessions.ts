import { and, asc, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { users } from "#db/tables/accounts.ts";
import { sessions } from "#db/tables/carts-and-orders.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../refusal.ts";
import type { Session } from "./sessions.ts";
import type { ProvenUser, User } from "./user.ts";
import { resetBanner } from "./user-meta.ts";
import { userColumns } from "./users.ts";

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
 * becomes it, with all that it held; so does the cart that waited since he signed out.
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
    await endOldest(db, user.id);
    await resetBanner(db, user.id);
    await moveInto(db, id, and(eq(sessions.userId, user.id), isNotNull(sessions.parkedAt)));
    return { id, customerKey, isRemembered, renewedAt: now, expiresAt, user };
  });
}

/** In how many browsers somebody can be signed in at once. */
const mostSessions = 20;

async function endOldest(db: Database, userId: number): Promise<void> {
  await db.execute(sql`delete from sessions where id in (select id from sessions
    where user_id = ${userId} and parked_at is null order by signed_in_at desc, id desc offset ${mostSessions})`);
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

/** How long (ms) the cart of an ended session waits for its owner. */
const cartPatience = 30 * 24 * 3_600_000;

/** Signs out of one session: its token opens nothing any more, its cart waits. */
export async function endUserSession(db: Database, sessionId: number, now: Date): Promise<void> {
  await park(db, eq(sessions.id, sessionId), now);
}

/** Signs somebody out everywhere, of all sessions but one, if any. No browser is known any more. */
export async function endUserSessions(db: Database, userId: number, exceptId: number | null, now: Date): Promise<void> {
  const others = and(eq(sessions.userId, userId), exceptId === null ? undefined : ne(sessions.id, exceptId));
  await inTransaction(db, async (db) => {
    // A sign-in under way is waited for, and its session ends, too.
    await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
    await park(db, others, now);
    await db.execute(sql`delete from known_devices where user_id = ${userId}`);
  });
}

async function park(db: Database, which: ReturnType<typeof and>, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({
      // A hash of nothing: no token leads to it, and to no customer key either.
      tokenHash: sql`sha256(convert_to(gen_random_uuid()::text, 'UTF8'))`,
      customerKey: sql`'t_' || left(md5(gen_random_uuid()::text), 30)`,
      parkedAt: now,
      expiresAt: new Date(now.getTime() + cartPatience),
    })
    .where(and(which, isNotNull(sessions.userId), isNull(sessions.parkedAt)));
}

/**
 * Moves carts with their coupons and notices, lines in their order; of a line that both have there are as many then as in both together. One
 * that waits to be put back gives way to one that does not. The emptied sessions end.
 */
async function moveInto(db: Database, sessionId: number, which: ReturnType<typeof and>): Promise<void> {
  const from = await db.select({ id: sessions.id }).from(sessions).where(which).orderBy(asc(sessions.id)).for("update");
  for (const { id } of from) {
    await db.execute(sql`insert into cart_lines
      (session_id, line_key, product_id, variation_id, attributes, quantity, added_at, removed_at)
      select ${sessionId}, line_key, product_id, variation_id, attributes, quantity, added_at, removed_at
      from cart_lines where session_id = ${id} order by line_number
      on conflict (session_id, line_key) do update set removed_at = null, added_at = excluded.added_at,
        quantity = case when cart_lines.removed_at is null
          then least(cart_lines.quantity + excluded.quantity, 1000000) else excluded.quantity end
        where excluded.removed_at is null`);
    await moveCoupons(db, id, sessionId);
    await db.execute(sql`update session_notices set session_id = ${sessionId} where session_id = ${id}`);
    await db.execute(sql`update orders set session_id = ${sessionId} where session_id = ${id}`);
    await db.delete(sessions).where(eq(sessions.id, id));
  }
}

/** Coupons that wait join those of the cart unless one of either wants to be alone, and no more than a cart takes. */
async function moveCoupons(db: Database, fromId: number, toId: number): Promise<void> {
  await db.execute(sql`
    with present as (select c.is_individual from cart_coupons cc join coupons c on c.id = cc.coupon_id where cc.session_id = ${toId})
    insert into cart_coupons (session_id, coupon_id, entered_at)
    select ${toId}, cc.coupon_id, cc.entered_at from cart_coupons cc join coupons c on c.id = cc.coupon_id
    where cc.session_id = ${fromId} and not exists (select from present where present.is_individual or c.is_individual)
    order by cc.entered_at, cc.coupon_id limit greatest(10 - (select count(*) from present), 0)
    on conflict do nothing`);
}
