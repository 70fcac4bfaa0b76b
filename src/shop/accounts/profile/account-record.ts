import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { userMeta, users } from "#db/tables/accounts.ts";
import { sessions } from "#db/tables/carts-and-orders.ts";
import { listApplicationPasswords } from "../application-passwords/application-passwords.ts";
import { listPasskeys } from "../passkeys/passkeys.ts";
import { listSavedForms } from "../saved-forms.ts";
import type { User } from "../user.ts";

/**
 * Returns the data of an account for its owner's export, without tokens and hashes. Lists everything that deleting the
 * account deletes. Leaves out rate-limit counts, which are stored under hashes that identify nobody, and a pending
 * change of email, which would reveal whether the new address has an account.
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
  return {
    account: { ...account, ...row },
    preferences: await db
      .select({ name: userMeta.key, value: userMeta.value })
      .from(userMeta)
      .where(eq(userMeta.userId, id))
      .orderBy(asc(userMeta.key)),
    sessions: await listSessions(db, id),
    knownBrowsers: browsers.map(({ seenAt }) => ({ lastSignInAt: new Date(seenAt) })),
    passkeys: (await listPasskeys(db, id)).map(({ name, createdAt, usedAt }) => ({ name, createdAt, usedAt })),
    applicationPasswords: (await listApplicationPasswords(db, id)).map(
      ({ uuid: _uuid, appId: _appId, ...known }) => known,
    ),
    openLinks: links.map(({ until, ...link }) => ({ ...link, expiresAt: new Date(until) })),
    unsentForms: await listSavedForms(db, id),
  };
}

/** Lists the requests for an account with an email address, in lower case. */
export async function registrationRecords(db: Database, email: string): Promise<{ expiresAt: Date }[]> {
  const { rows } = await db.execute<{ until: string }>(
    sql`select expires_at as until from registrations where lower(email) = ${email} order by id`,
  );
  return rows.map(({ until }) => ({ expiresAt: new Date(until) }));
}

function listSessions(db: Database, userId: number) {
  return db
    .select({
      signedInAt: sessions.signedInAt,
      lastSeenAt: sessions.renewedAt,
      expiresAt: sessions.expiresAt,
      isRemembered: sessions.isRemembered,
      userAgent: sessions.agent,
      cameFrom: sessions.landing,
      consent: sessions.consent,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.parkedAt)))
    .orderBy(asc(sessions.id));
}
