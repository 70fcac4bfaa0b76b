import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../refusal.ts";
import { findWeakness } from "./passwords/password-weakness.ts";
import { emailFault, nameFault, passwordFault } from "./profile/account-fields.rules.ts";
import { hashPassword } from "./sessions/password-hash.ts";
import type { User } from "./user.ts";
import { addUser } from "./users.ts";

/**
 * Adds an administrator account; a name may be given later.
 * @throws Refusal email_invalid, password_invalid (details: fault), account_invalid (details: fault by field),
 * user_exists
 */
export async function createAdministrator(
  db: Database,
  { email, password, firstName = "" }: { email: string; password: string; firstName?: string },
  now: Date,
): Promise<User> {
  if (emailFault(email)) throw new Refusal("email_invalid", { email });
  const fault = passwordFault(password) ?? (await findWeakness(db, password, { email, firstName }));
  if (fault) throw new Refusal("password_invalid", { fault });
  const badName = nameFault(firstName, false);
  if (badName) throw new Refusal("account_invalid", { firstName: badName });
  const names = { firstName, lastName: "", phone: null };
  const passwordHash = await hashPassword(password);
  const user = await inTransaction(db, (db) =>
    addUser(db, { email, ...names, role: "administrator", passwordHash }, now),
  );
  if (!user) throw new Refusal("user_exists", { email });
  return user;
}
