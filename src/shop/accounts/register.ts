import { sql } from "drizzle-orm";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../refusal.ts";
import { emailKey } from "./account-fields.rules.ts";
import { countTry, forgiveTry, mailLimits } from "./failed-tries.ts";
import { findTokenRegistration, takeMailToken } from "./mail-tokens.ts";
import { hashPassword, isPassword } from "./password-hash.ts";
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
export async function findRegistration(db: Database, id: number): Promise<{ email: string } | undefined> {
  const { rows } = await db.execute<{ email: string }>(sql`select email from registrations where id = ${id}`);
  return rows[0];
}

/** Whether the address has an account. Only for those who read its mail. */
export async function isTaken(db: Database, email: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from users where email_key = ${emailKey(email)}`);
  return rows.length > 0;
}

/**
 * Makes the account that a mail's link confirms, for who knows the password that the registration was made with: whoever reads
 * the mail proves the address, and the password proves that it was he who asked. What else was asked for with the address ends.
 * @throws Refusal token_invalid, credentials_wrong, too_many_tries
 */
export async function confirmRegistration(db: Database, token: string, password: string, now: Date): Promise<User> {
  const asked = await findConfirmable(db, token, now);
  if (!asked) throw new Refusal("token_invalid");
  const limits = [{ key: `confirmation ${asked.id}`, most: 5, minutes: 15, onSuccess: "forget" }] as const;
  await countTry(db, limits, now);
  if (!(await isPassword(password.slice(0, 1000), asked.passwordHash))) throw new Refusal("credentials_wrong");
  await forgiveTry(db, limits);
  const user = await inTransaction(db, (db) => openAccount(db, token, asked, now));
  // Somebody has made the account in the meantime. Its link is used up all the same: what ended it is committed.
  if (!user) throw new Refusal("token_invalid");
  return user;
}

interface Asked extends Record<string, unknown> {
  id: number;
  email: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  passwordHash: string;
}

async function findConfirmable(db: Database, token: string, now: Date): Promise<Asked | undefined> {
  const id = await findTokenRegistration(db, token, now);
  const { rows } =
    await db.execute<Asked>(sql`select id, email, first_name as "firstName", last_name as "lastName", phone,
    password_hash as "passwordHash" from registrations where id = ${id ?? null}`);
  return rows[0];
}

/** @returns undefined when the address has an account. @throws Refusal token_invalid */
async function openAccount(db: Database, token: string, asked: Asked, now: Date): Promise<User | undefined> {
  const { id: _id, ...person } = asked;
  const ofAddress = sql`lower(email) = ${emailKey(asked.email)}`;
  // All rows of the address, in order: of two who confirm it by different links one waits for the other.
  await db.execute(sql`select 1 from registrations where ${ofAddress} order by id for update`);
  await takeMailToken(db, "registration", token, now);
  const user = await addUser(db, { ...person, role: "customer" }, now);
  await db.execute(sql`delete from registrations where ${ofAddress}`);
  if (user) await addJob(db, "account-mail", { userId: user.id, about: "welcome" });
  return user;
}
