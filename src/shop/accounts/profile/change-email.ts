import { sql } from "drizzle-orm";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { isTakenValue } from "#db/retry-on-conflict.ts";
import { inTransaction } from "#db/transaction.ts";
import { consumeLimits } from "../../rate-limits.ts";
import { Refusal } from "../../refusal.ts";
import { endMailTokens, takeMailToken } from "../sessions/mail-tokens.ts";
import { emailKey } from "./account-fields.rules.ts";

/** Counts that a user asks for another address. @throws Refusal too_many_tries */
export async function countEmailChange(db: Database, userId: number, now: Date): Promise<void> {
  await consumeLimits(db, [{ limit: "emailChange", user: userId }], now);
}

/**
 * Asks for the mail that proves a new address; until its link is followed the old one stays. Whether the new one has an
 * account already only its owner learns. Whoever calls has seen the password and checked the address.
 */
export async function requestEmailChange(db: Database, userId: number, email: string, now: Date): Promise<void> {
  await addJob(db, "email-change-mail", { userId, email, askedAt: now.toISOString() });
}

/** Puts the address in place that a mail's link proves, and tells the old one. @throws Refusal token_invalid */
export async function confirmEmailChange(db: Database, token: string, now: Date): Promise<void> {
  const isDone = await inTransaction(db, async (db) => {
    const { userId, email } = await takeMailToken(db, "email-change", token, now);
    const formerEmail = await replaceEmail(db, userId, email);
    if (formerEmail === undefined) return false;
    // Links that went to the old address open nothing any more.
    await endMailTokens(db, userId);
    await addJob(db, "account-mail", { userId, about: "email-changed", at: now.toISOString(), formerEmail });
    return true;
  });
  // Somebody has an account with it meanwhile. The link is used up all the same: that is committed.
  if (!isDone) throw new Refusal("token_invalid");
}

/** @returns the address before; undefined when the new one is another account's */
async function replaceEmail(db: Database, userId: number, email: string): Promise<string | undefined> {
  try {
    // In a savepoint: of two who take one address at once the second hears it from the database.
    return await inTransaction(db, async (db) => {
      const { rows } = await db.execute<{ email: string }>(sql`
        update users set email = ${email}, email_key = ${emailKey(email)}
        from (select id, email from users where id = ${userId} for update) as before
        where users.id = before.id returning before.email`);
      return rows[0]?.email;
    });
  } catch (error) {
    if (!isTakenValue(error)) throw error;
    return undefined;
  }
}
