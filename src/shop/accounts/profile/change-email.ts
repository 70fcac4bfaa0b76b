import { sql } from "drizzle-orm";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { isTakenValue } from "#db/retry-on-conflict.ts";
import { inTransaction } from "#db/transaction.ts";
import { consumeLimits } from "../../rate-limits.ts";
import { Refusal } from "../../refusal.ts";
import { endMailTokens, takeMailToken } from "../sessions/mail-tokens.ts";
import { emailKey } from "./account-fields.rules.ts";

/** Counts a user's request to change the email. @throws Refusal too_many_tries */
export async function countEmailChange(db: Database, userId: number, now: Date): Promise<void> {
  await consumeLimits(db, [{ limit: "emailChange", user: userId }], now);
}

/**
 * Queues the mail that verifies a new email; the old one stays until its link is followed. Only the owner of the new
 * address learns whether it already has an account. The caller has checked password and address.
 */
export async function requestEmailChange(db: Database, userId: number, email: string, now: Date): Promise<void> {
  await addJob(db, "email-change-mail", { userId, email, requestedAt: now.toISOString() });
}

/** Replaces the email by the one that a link verifies, and notifies the old one. @throws Refusal token_invalid */
export async function confirmEmailChange(db: Database, token: string, now: Date): Promise<void> {
  const isDone = await inTransaction(db, async (db) => {
    const { userId, email } = await takeMailToken(db, "email-change", token, now);
    const formerEmail = await replaceEmail(db, userId, email);
    if (formerEmail === undefined) return false;
    // Invalidate links sent to the old address.
    await endMailTokens(db, userId);
    await addJob(db, "account-mail", { userId, about: "email-changed", at: now.toISOString(), formerEmail });
    return true;
  });
  // The address has an account by now. The link is used up all the same, so this commits.
  if (!isDone) throw new Refusal("token_invalid");
}

/** @returns the old address; undefined if the new one belongs to another account */
async function replaceEmail(db: Database, userId: number, email: string): Promise<string | undefined> {
  try {
    // In a savepoint, because a concurrent use of the address fails with a unique violation.
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
