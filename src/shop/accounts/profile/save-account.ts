import { eq } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { users } from "#db/tables/accounts.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../../refusal.ts";
import { hashPassword } from "../sessions/password-hash.ts";
import type { Session } from "../sessions/sessions.ts";
import { beginUserSession, type NewSession } from "../sessions/user-sessions.ts";
import type { User } from "../user.ts";
import { type AccountChange, changeFaults, isOtherEmail } from "./account-change.rules.ts";
import { countEmailChange, requestEmailChange } from "./change-email.ts";
import { checkPassword, holdPassword, replacePassword } from "./change-password.ts";

/** What came of it. */
export interface SavedAccount {
  /** The session under its new token, after a new password; null: it goes on as it was. */
  session: Session | null;
  /** The address that a mail has been sent to, to prove it; null: none. */
  askedEmail: string | null;
}

/**
 * Saves what somebody changed of his own account: all of it or nothing. A new password ends his other sessions and puts this
 * one under the token of `own`; another address waits for its mail's link. Either takes the current password.
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
  const askedEmail = isOtherEmail(user, change) ? change.email : null;
  if (askedEmail !== null) await countEmailChange(db, user.id, now);
  const needsProof = askedEmail !== null || change.password !== "";
  const verified = needsProof ? await checkPassword(db, user.id, change.current, now) : null;
  const passwordHash = change.password === "" ? null : await hashPassword(change.password);
  return inTransaction(db, async (db) => {
    if (verified !== null) await holdPassword(db, user.id, verified);
    if (passwordHash !== null) await replacePassword(db, user.id, passwordHash, session.id, now);
    await writeDetails(db, user, change);
    if (askedEmail !== null) await requestEmailChange(db, user.id, askedEmail, now);
    if (passwordHash === null) return { session: null, askedEmail };
    return { session: await beginUserSession(db, { user, passwordHash }, session, own), askedEmail };
  });
}

async function writeDetails(db: Database, user: User, change: AccountChange): Promise<void> {
  const { firstName, lastName, phone, email } = change;
  // Another spelling of the same address proves nothing new.
  const spelling = isOtherEmail(user, change) ? {} : { email };
  await db
    .update(users)
    .set({ firstName, lastName, phone: phone || null, ...spelling })
    .where(eq(users.id, user.id));
}
