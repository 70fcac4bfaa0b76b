import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { userMeta, users } from "#db/tables/accounts.ts";
import { sessions } from "#db/tables/carts-and-orders.ts";
import { listKeptForms } from "../kept-forms.ts";
import type { User } from "../user.ts";
import { emailKey } from "./account-fields.rules.ts";

/**
 * What is kept of an account itself, for its owner to read: no token, no hash, nothing that opens anything. What the account's
 * deletion deletes here is what this lists. Counts of tries are left out: they are kept under hashes that name nobody. So is
 * an open change of his address: there is a link for it only where the new one has no account, which is not his to know.
 */
export async function accountRecord(db: Database, user: User) {
  const { id, disabledAt: _disabled, ...account } = user;
  const [row] = await db.select({ passwordChangedAt: users.passwordChangedAt }).from(users).where(eq(users.id, id));
  const { rows: browsers } = await db.execute<{ seenAt: string }>(
    sql`select seen_at as "seenAt" from known_devices where user_id = ${id} order by seen_at`,
  );
  const { rows: links } = await db.execute<{ purpose: string; until: string }>(
    sql`select purpose, expires_at as until from mail_tokens
      where user_id = ${id} and purpose <> 'email-change' order by expires_at`,
  );
  const { rows: registrations } = await db.execute<{ until: string }>(
    sql`select expires_at as until from registrations where lower(email) = ${emailKey(user.email)} order by id`,
  );
  return {
    account: { ...account, ...row },
    preferences: await db
      .select({ name: userMeta.key, value: userMeta.value })
      .from(userMeta)
      .where(eq(userMeta.userId, id))
      .orderBy(asc(userMeta.key)),
    sessions: await listSessions(db, id),
    knownBrowsers: browsers.map(({ seenAt }) => ({ lastSignInAt: new Date(seenAt) })),
    openLinks: links.map(({ until, ...link }) => ({ ...link, expiresAt: new Date(until) })),
    unsentForms: await listKeptForms(db, id),
    // No more of them: who asked is not known, and what he typed may be another person's.
    registrationsOfThisEmail: registrations.map(({ until }) => ({ expiresAt: new Date(until) })),
  };
}

function listSessions(db: Database, userId: number) {
  return db
    .select({
      signedInAt: sessions.signedInAt,
      lastSeenAt: sessions.renewedAt,
      expiresAt: sessions.expiresAt,
      isRemembered: sessions.isRemembered,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.parkedAt)))
    .orderBy(asc(sessions.id));
}
