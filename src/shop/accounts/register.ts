import { sql } from "drizzle-orm";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../refusal.ts";
import { emailKey } from "./account-fields.rules.ts";
import { countTry, mailLimits } from "./failed-tries.ts";
import { takeMailToken } from "./mail-tokens.ts";
import { hashPassword } from "./password-hash.ts";
import { type Registration, registrationFaults } from "./registration.rules.ts";
import type { User } from "./user.ts";
import { addUser } from "./users.ts";

/** How long (ms) it waits for the link to be followed. */
const patience = 24 * 3_600_000;

/**
 * Writes down who wants an account; a job mails the link that makes it, or tells the owner of the address that he has one.
 * The answer is the same either way and takes as long.
 * @throws Refusal account_invalid (details: a fault for each field), too_many_tries
 */
export async function register(db: Database, given: Registration, address: string, now: Date): Promise<void> {
  const faults = registrationFaults(given);
  if (Object.keys(faults).length > 0) throw new Refusal("account_invalid", faults);
  const { email, firstName, lastName, phone } = given;
  await countTry(db, mailLimits("registration", emailKey(email), address), now);
  const passwordHash = await hashPassword(given.password);
  const until = new Date(now.getTime() + patience).toISOString();
  await inTransaction(db, async (db) => {
    const { rows } = await db.execute<{ id: number }>(sql`
      insert into registrations (email, first_name, last_name, phone, password_hash, expires_at)
      values (${email}, ${firstName}, ${lastName}, ${phone || null}, ${passwordHash}, ${until}::timestamptz)
      returning id`);
    await addJob(db, "registration-mail", { registrationId: rows[0]?.id });
  });
}

/** Who wants an account, unless it was made or given up. */
export async function findRegistration(
  db: Database,
  id: number,
): Promise<{ email: string; firstName: string } | undefined> {
  const { rows } = await db.execute<{ email: string; firstName: string }>(
    sql`select email, first_name as "firstName" from registrations where id = ${id}`,
  );
  return rows[0];
}

/** Whether the address has an account. Only for those who read its mail. */
export async function isTaken(db: Database, email: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from users where email_key = ${emailKey(email)}`);
  return rows.length > 0;
}

/** Makes the account that a mail's link confirms. @throws Refusal token_invalid */
export async function confirmRegistration(db: Database, token: string, now: Date): Promise<User> {
  return inTransaction(db, async (db) => {
    const { registrationId } = await takeMailToken(db, "registration", token, now);
    const { rows } = await db.execute<Record<string, string>>(sql`delete from registrations
      where id = ${registrationId} returning email, first_name, last_name, phone, password_hash`);
    const [row] = rows;
    const user =
      row &&
      (await addUser(
        db,
        {
          email: row.email ?? "",
          phone: row.phone ?? null,
          firstName: row.first_name ?? "",
          lastName: row.last_name ?? "",
          role: "customer",
          passwordHash: row.password_hash ?? "",
        },
        now,
      ));
    // Somebody has made the account in the meantime, by another link.
    if (!user) throw new Refusal("token_invalid");
    await addJob(db, "account-mail", { userId: user.id, about: "welcome" });
    return user;
  });
}
