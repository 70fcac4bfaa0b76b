import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { users } from "#db/tables/accounts.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../../refusal.ts";
import { lockIfPassword } from "../profile/change-password.ts";
import { createMailToken, findTokenUser, takeMailToken } from "../sessions/mail-tokens.ts";
import type { ProvenUser } from "../user.ts";
import { userColumns } from "../users.ts";
import { type FactorServices, hasSecondFactor, spendCode } from "./second-factor.ts";

/**
 * Returns a token for the step of the sign-in that asks for the code; null if the user has no second factor. A changed
 * password makes the token invalid.
 * @throws Refusal credentials_wrong if the password was replaced since it was proven
 */
export async function beginCodeStep(
  db: Database,
  { user, passwordHash }: ProvenUser,
  now: Date,
): Promise<string | null> {
  if (!(await hasSecondFactor(db, user.id))) return null;
  return inTransaction(db, async (db) => {
    await lockIfPassword(db, user.id, passwordHash);
    return createMailToken(db, { purpose: "second-factor", userId: user.id }, now);
  });
}

/**
 * Ends the code step. @returns the user, who may be signed in
 * @throws Refusal code_wrong, too_many_tries; token_invalid: sign in again
 */
export async function finishCodeStep(
  services: FactorServices,
  { token, code, address }: { token: string; code: string; address: string },
  now: Date,
): Promise<ProvenUser> {
  const { db } = services;
  const owner = await findTokenUser(db, "second-factor", token, now);
  if (!owner) throw new Refusal("token_invalid");
  await spendCode(services, { userId: owner.id, code, address }, now);
  return inTransaction(db, async (db) => {
    const { userId } = await takeMailToken(db, "second-factor", token, now);
    const [row] = await db
      .select({ ...userColumns, passwordHash: users.passwordHash })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.disabledAt)));
    if (!row) throw new Refusal("token_invalid");
    const { passwordHash, ...user } = row;
    return { user, passwordHash };
  });
}
