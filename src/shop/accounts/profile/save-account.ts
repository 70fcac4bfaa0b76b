import { eq } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { users } from "#db/tables/accounts.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../../refusal.ts";
import { findWeakness } from "../passwords/password-weakness.ts";
import { hashPassword } from "../sessions/password-hash.ts";
import type { Session } from "../sessions/sessions.ts";
import { beginUserSession, type NewSession } from "../sessions/user-sessions.ts";
import type { User } from "../user.ts";
import { type AccountChange, changeFaults, isOtherEmail } from "./account-change.rules.ts";
import { countEmailChange, requestEmailChange } from "./change-email.ts";
import { checkPassword, lockIfPassword, replacePassword } from "./change-password.ts";

/** The result of saving an account. */
export interface SavedAccount {
  /** The session under its new token, after a password change; null: unchanged. */
  session: Session | null;
  /** The new email that a mail was sent to for verification; null: none. */
  newEmail: string | null;
}

/**
 * Saves a user's changes of their own account, all or none. A new password ends the other sessions and moves this one
 * to the token of `own`; a new email waits for its link. Both need the current password.
 * @throws Refusal account_invalid (details: a fault for each field), credentials_wrong, too_many_tries
 */
export async function saveAccount(
  db: Database,
  { user, session }: { user: User; session: Session },
  change: AccountChange,
  own: NewSession,
  now: Date,
): Promise<SavedAccount> {
  const faults = changeFaults(user, change);
  if (Object.keys(faults).length > 0) throw new Refusal("account_invalid", faults);
  const newEmail = isOtherEmail(user, change) ? change.email : null;
  if (newEmail !== null) await countEmailChange(db, user.id, now);
  const needsProof = newEmail !== null || change.password !== "";
  const verified = needsProof ? await checkPassword(db, user.id, change.current, now) : null;
  const weakness = change.password === "" ? undefined : await findWeakness(db, change.password, change);
  if (weakness) throw new Refusal("account_invalid", { password: weakness });
  const passwordHash = change.password === "" ? null : await hashPassword(change.password);
  return inTransaction(db, async (db) => {
    if (verified !== null) await lockIfPassword(db, user.id, verified);
    if (passwordHash !== null) await replacePassword(db, user.id, passwordHash, session.id, now);
    await writeDetails(db, user, change);
    if (newEmail !== null) await requestEmailChange(db, user.id, newEmail, now);
    if (passwordHash === null) return { session: null, newEmail };
    return { session: await beginUserSession(db, { user, passwordHash }, session, own), newEmail };
  });
}

async function writeDetails(db: Database, user: User, change: AccountChange): Promise<void> {
  const { firstName, lastName, phone, email } = change;
  // Another spelling of the same address needs no verification.
  const spelling = isOtherEmail(user, change) ? {} : { email };
  await db
    .update(users)
    .set({ firstName, lastName, phone: phone || null, ...spelling })
    .where(eq(users.id, user.id));
}
