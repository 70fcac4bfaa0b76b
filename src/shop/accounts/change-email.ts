import { sql } from "drizzle-orm";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../refusal.ts";
import { emailFault, emailKey } from "./account-fields.rules.ts";
import { countTry } from "./failed-tries.ts";
import { endMailTokens, takeMailToken } from "./mail-tokens.ts";

/**
 * Asks for the mail that proves a new address; until its link is followed the old one stays. Whether the new one has an
 * account already only its owner learns. Whoever calls has seen the password.
 * @throws Refusal account_invalid (details: email), too_many_tries
 */
export async function requestEmailChange(db: Database, userId: number, email: string, now: Date): Promise<void> {
  const fault = emailFault(email);
  if (fault) throw new Refusal("account_invalid", { email: fault });
  await countTry(db, [{ key: `email change ${userId}`, most: 5, minutes: 60, onSuccess: "take back" }], now);
  await addJob(db, "email-change-mail", { userId, email, askedAt: now.toISOString() });
}

/** Puts the address in place that a mail's link proves, and tells the old one. @throws Refusal token_invalid */
export async function confirmEmailChange(db: Database, token: string, now: Date): Promise<void> {
  await inTransaction(db, async (db) => {
    const { userId, email } = await takeMailToken(db, "email-change", token, now);
    const { rows } = await db.execute<{ email: string }>(sql`
      update users set email = ${email}, email_key = ${emailKey(email)}
      from (select id, email from users where id = ${userId} for update) as before
      where users.id = before.id and not exists (select 1 from users where email_key = ${emailKey(email)} and id <> ${userId})
      returning before.email`);
    // Somebody has made an account with it in the meantime.
    if (!rows[0]) throw new Refusal("token_invalid");
    // Links that went to the old address open nothing any more.
    await endMailTokens(db, userId);
    await addJob(db, "account-mail", {
      userId,
      about: "email-changed",
      at: now.toISOString(),
      formerEmail: rows[0].email,
    });
  });
}
