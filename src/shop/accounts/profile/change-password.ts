import { and, eq } from "drizzle-orm";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { users } from "#db/tables/accounts.ts";
import { inTransaction } from "#db/transaction.ts";
import {
  consumeLimit,
  consumeLimits,
  isWithinLimits,
  type LimitUse,
  mailLimits,
  releaseLimits,
} from "../../rate-limits.ts";
import { Refusal } from "../../refusal.ts";
import { revokeAllApplicationPasswords } from "../application-passwords/revoke-application-passwords.ts";
import { findWeakness } from "../passwords/password-weakness.ts";
import { endMailTokens, findTokenUser, takeMailToken } from "../sessions/mail-tokens.ts";
import { hashPassword, isPassword } from "../sessions/password-hash.ts";
import { endUserSessions } from "../sessions/user-sessions.ts";
import type { ProvenUser } from "../user.ts";
import { findUser } from "../users.ts";
import { passwordFault } from "./account-fields.rules.ts";

/**
 * Queues the mail that resets a forgotten password. Does not reveal whether the account exists: a job looks it up.
 * @throws Refusal too_many_tries
 */
export async function requestPasswordReset(db: Database, login: string, address: string, now: Date): Promise<void> {
  const key = login.toLowerCase();
  // One mail an hour always passes, so that nobody can keep the owner out.
  const isFirst = await isWithinLimits(() => consumeLimit(db, { limit: "resetMailOfHour", login: key }, now));
  if (!isFirst) await consumeLimits(db, mailLimits("password reset", key, address), now);
  await addJob(db, "password-reset-mail", { login: login.slice(0, 300), requestedAt: now.toISOString() });
}

/**
 * Replaces a forgotten password with a mailed link, ends all sessions and revokes the application passwords. @returns the user, who may be signed in
 * @throws Refusal password_invalid, token_invalid
 */
export async function resetPassword(db: Database, token: string, password: string, now: Date): Promise<ProvenUser> {
  refuseInvalid(password);
  // Save the hash's work for made-up tokens.
  const owner = await findTokenUser(db, "password-reset", token, now);
  if (!owner) throw new Refusal("token_invalid");
  const weakness = await findWeakness(db, password, owner);
  if (weakness) throw new Refusal("password_invalid", { fault: weakness });
  const passwordHash = await hashPassword(password);
  return inTransaction(db, async (db) => {
    const { userId } = await takeMailToken(db, "password-reset", token, now);
    await replacePassword(db, userId, passwordHash, null, now);
    // Someone who knew the old password may have created one.
    await revokeAllApplicationPasswords(db, userId);
    const user = await findUser(db, userId);
    // Cannot happen: the token's user row is locked.
    if (!user) throw new Refusal("token_invalid");
    return { user, passwordHash };
  });
}

/**
 * Checks the password of a signed-in user. @returns the hash that it matched; pass it to `lockIfPassword`, because the
 * password may change at any time. @throws Refusal credentials_wrong, too_many_tries
 */
export async function checkPassword(db: Database, userId: number, password: string, now: Date): Promise<string> {
  const limits: LimitUse[] = [{ limit: "ownPassword", user: userId }];
  await consumeLimits(db, limits, now);
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId));
  const isCorrect = await isPassword(password.slice(0, 1000), user?.passwordHash);
  if (!user || !isCorrect) throw new Refusal("credentials_wrong");
  await releaseLimits(db, limits);
  return user.passwordHash;
}

/**
 * Locks an account's row until the transaction ends, if its password is still the one that was checked.
 * @throws Refusal credentials_wrong if it was replaced meanwhile
 */
export async function lockIfPassword(db: Database, userId: number, verified: string): Promise<void> {
  const isStill = and(eq(users.id, userId), eq(users.passwordHash, verified));
  const held = await db.select({ id: users.id }).from(users).where(isStill).for("no key update");
  if (held.length === 0) throw new Refusal("credentials_wrong");
}

function refuseInvalid(password: string): void {
  const fault = passwordFault(password);
  if (fault) throw new Refusal("password_invalid", { fault });
}

/** Replaces the password within the caller's transaction, and ends all sessions except `exceptId`. */
export async function replacePassword(
  db: Database,
  userId: number,
  passwordHash: string,
  exceptId: number | null,
  now: Date,
): Promise<void> {
  await db.update(users).set({ passwordHash, passwordChangedAt: now }).where(eq(users.id, userId));
  // Invalidate links requested before.
  await endMailTokens(db, userId);
  await endUserSessions(db, userId, exceptId, now);
  await addJob(db, "account-mail", { userId, about: "password-changed", at: now.toISOString() });
}
