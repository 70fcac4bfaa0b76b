import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";
import { users } from "#db/tables/accounts.ts";
import { sessionNotices, sessions } from "#db/tables/carts-and-orders.ts";
import { inTransaction } from "#db/transaction.ts";
import type { MessageKey } from "#messages/catalogue.ts";
import { settingDefinitions } from "../../settings/setting-definitions.ts";
import { grantedRole } from "../second-factor/lacks-second-factor.ts";
import type { User } from "../user.ts";
import { userColumns } from "../users.ts";
import { cartRetentionMs } from "./cart-rules.ts";

/** The session of a visitor with something to store. */
export interface Session {
  id: number;
  /** The customer id for the protocol's clients: t_ and 30 hex characters. It grants no access. */
  customerKey: string;
  renewedAt: Date;
  expiresAt: Date;
  /** Lasts for weeks instead of days, as chosen at sign-in. */
  isRemembered: boolean;
  /** The signed-in user; null: a guest. */
  user: User | null;
}

/** A message to show once, in the reader's language. */
export interface Notice {
  kind: "success" | "error" | "info";
  messageKey: MessageKey;
  values: Record<string, string | number>;
}

const columns = {
  id: sessions.id,
  customerKey: sessions.customerKey,
  renewedAt: sessions.renewedAt,
  expiresAt: sessions.expiresAt,
  isRemembered: sessions.isRemembered,
};

/** Finds the session whose token has this SHA-256 and that has not expired by `now`. One statement. */
export async function findSession(db: Database, tokenHash: Buffer, now: Date): Promise<Session | undefined> {
  const query = prepared(db, "find_session", (db, name) =>
    selectSession(db, {})
      .where(livingSession(eq(sessions.tokenHash, sql.placeholder("tokenHash"))))
      .prepare(name),
  );
  const [session] = await query.execute({ tokenHash, now });
  return session;
}

/** Selects sessions with their user and the caller's extra columns; the caller adds the condition. */
export function selectSession<More extends Record<string, SQL>>(db: Database, more: More) {
  return db
    .select({ ...columns, user: { ...userColumns, role: grantedRole }, ...more })
    .from(sessions)
    .leftJoin(users, eq(users.id, sessions.userId));
}

/** Adds the condition that the session has not expired at the placeholder `now`. */
export function livingSession(which: SQL): SQL | undefined {
  return and(which, gt(sessions.expiresAt, sql.placeholder("now")), isNull(users.disabledAt));
}

/** Creates a session. @throws if the hash or the customer key exists, which random values do not */
export async function createSession(
  db: Database,
  given: { tokenHash: Buffer; customerKey: string; now: Date; expiresAt: Date },
): Promise<Session> {
  const { tokenHash, customerKey, now, expiresAt } = given;
  const [session] = await db
    .insert(sessions)
    .values({ tokenHash, customerKey, createdAt: now, renewedAt: now, expiresAt })
    .returning(columns);
  if (!session) throw new Error("A session was not created");
  return { ...session, user: null };
}

/**
 * Renews a session, and the retention of its user's cart. A user's session ends for good some days after the sign-in.
 * @returns undefined if it is gone, or has ended
 */
export async function renewSession(
  db: Database,
  { id, user }: Session,
  now: Date,
  expiresAt: Date,
): Promise<Session | undefined> {
  const [session] = await db
    .update(sessions)
    .set({ renewedAt: now, expiresAt: user ? earlierOf(expiresAt) : expiresAt })
    .where(eq(sessions.id, id))
    .returning(columns);
  if (session && user) await renewCartRetention(db, user.id, now);
  return session && session.expiresAt > now ? { ...session, user } : undefined;
}

/** SQL for the earlier one of a moment and the absolute end of a user's session. */
function earlierOf(expiresAt: Date): SQL {
  const days = settingDefinitions.session_days.default;
  return sql`least(${expiresAt.toISOString()}::timestamptz, ${sessions.signedInAt} + make_interval(days =>
    coalesce((select (value #>> '{}')::int from settings where key = 'session_days'), ${days})))`;
}

/** Restarts the retention of an account's cart. */
export async function renewCartRetention(db: Database, userId: number, now: Date): Promise<void> {
  const until = new Date(now.getTime() + cartRetentionMs);
  const isShelf = and(eq(sessions.userId, userId), isNotNull(sessions.parkedAt));
  await db
    .update(sessions)
    .set({ expiresAt: until })
    .where(and(isShelf, lt(sessions.expiresAt, until)));
}

/**
 * Adds a notice for the session's next page, unless the same one is unread. Concurrent calls may both add it, unless
 * the caller holds the cart's lock. @returns whether the session exists
 */
export async function addNotice(db: Database, sessionId: number, notice: Notice): Promise<boolean> {
  const { kind, messageKey } = notice;
  const values = sql`${JSON.stringify(notice.values)}::jsonb`;
  const { rowCount } =
    await db.execute(sql`with held as (select id from sessions where id = ${sessionId} for key share),
    added as (insert into session_notices (session_id, kind, message_key, message_values)
      select id, ${kind}, ${messageKey}, ${values} from held
      where not exists (select from session_notices waiting where waiting.session_id = held.id
        and waiting.kind = ${kind} and waiting.message_key = ${messageKey} and waiting.message_values = ${values}))
    select id from held`);
  return rowCount !== 0;
}

/** Takes the unread notices in order; each goes to one caller only. */
export async function takeNotices(db: Database, sessionId: number): Promise<Notice[]> {
  const taken = db.$with("taken").as(
    db.delete(sessionNotices).where(eq(sessionNotices.sessionId, sessionId)).returning({
      id: sessionNotices.id,
      kind: sessionNotices.kind,
      messageKey: sessionNotices.messageKey,
      values: sessionNotices.messageValues,
    }),
  );
  const rows = await db.with(taken).select().from(taken).orderBy(asc(taken.id));
  return rows.map(({ kind, messageKey, values }) => ({ kind, messageKey, values }) as Notice);
}

/**
 * Deletes at most `limit` expired sessions with their carts and notices; a signed-in user's cart and unread notices are
 * kept. @returns the number deleted; fewer than `limit` when none are left
 */
export async function deleteExpiredSessions(db: Database, now: Date, limit: number): Promise<number> {
  return inTransaction(db, async (db) => {
    const expired = await db
      .select({ id: sessions.id })
      .from(sessions)
      .where(lte(sessions.expiresAt, now))
      .orderBy(asc(sessions.expiresAt))
      .limit(limit)
      .for("update", { skipLocked: true });
    const ids = expired.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await db.execute(sql`select move_session_rows(own.id, shelf.id) from sessions own
      join sessions shelf on shelf.user_id = own.user_id and shelf.parked_at is not null
      where ${inArray(sql`own.id`, ids)} and own.parked_at is null`);
    await db.delete(sessions).where(inArray(sessions.id, ids));
    return ids.length;
  });
}
