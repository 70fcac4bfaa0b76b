import { sql } from "drizzle-orm";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { consumeLimits, mailLimits, recipientLimits } from "../rate-limits.ts";
import { Refusal } from "../refusal.ts";
import { emailFault, emailKey } from "./profile/account-fields.rules.ts";
import { type Registration, registrationFaults } from "./registration.rules.ts";
import { findTokenRegistration, takeMailToken } from "./sessions/mail-tokens.ts";
import { hashPassword } from "./sessions/password-hash.ts";
import type { ProvenUser, User } from "./user.ts";
import { addUser, type NewUser } from "./users.ts";

/** How long (ms) it waits for the link to be followed. */
const patience = 24 * 3_600_000;

/**
 * Writes down which address wants an account; a job mails the link that makes it, or tells the owner of the address that he
 * has one. The answer is the same either way and takes as long.
 * @throws Refusal account_invalid (details: a fault of the field `email`), too_many_tries
 */
export async function register(db: Database, email: string, address: string, now: Date): Promise<void> {
  const fault = emailFault(email);
  if (fault) throw new Refusal("account_invalid", { email: fault });
  await consumeLimits(db, mailLimits("registration", emailKey(email), address), now);
  await inTransaction(db, (db) => writeRegistration(db, email, now));
}

/**
 * As `register`, within a transaction that does something else besides, which does not fail for it. The address is well formed.
 * What else is done has limits of its own, so that only mails to the recipient are counted.
 * @returns the registration's id; undefined when too many were asked for
 */
export async function registerBeside(
  db: Database,
  email: string,
  address: string,
  now: Date,
): Promise<number | undefined> {
  try {
    await consumeLimits(db, recipientLimits("registration", emailKey(email), address), now);
  } catch (error) {
    if (error instanceof Refusal && error.code === "too_many_tries") return undefined;
    throw error;
  }
  return writeRegistration(db, email, now);
}

async function writeRegistration(db: Database, email: string, now: Date): Promise<number | undefined> {
  const until = new Date(now.getTime() + patience).toISOString();
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into registrations (email, expires_at) values (${email}, ${until}::timestamptz) returning id`);
  await addJob(db, "registration-mail", { registrationId: rows[0]?.id });
  return rows[0]?.id;
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
 * Makes the account that a mail's link opens: whoever reads the mail proves the address, and chooses a password that nobody
 * else knows. What else was asked for with the address ends.
 * @throws Refusal token_invalid, account_invalid (details: a fault for each field)
 */
export async function confirmRegistration(
  db: Database,
  token: string,
  given: Registration,
  now: Date,
): Promise<ProvenUser> {
  // A made-up token is not worth the work of a hash.
  const asked = await findOpenRegistration(db, token, now);
  if (!asked) throw new Refusal("token_invalid");
  const faults = registrationFaults(given);
  if (Object.keys(faults).length > 0) throw new Refusal("account_invalid", faults);
  const { firstName, lastName, phone } = given;
  const passwordHash = await hashPassword(given.password);
  const person = { email: asked.email, firstName, lastName, phone: phone || null, passwordHash };
  const user = await inTransaction(db, (db) => openAccount(db, token, person, now));
  // Somebody has made the account in the meantime. Its link is used up all the same: what ended it is committed.
  if (!user) throw new Refusal("token_invalid");
  return { user, passwordHash };
}

/** What a mail's link opens an account for; nothing is used up. Only for those who read the address's mail. */
export async function findOpenRegistration(
  db: Database,
  token: string,
  now: Date,
): Promise<{ id: number; email: string } | undefined> {
  const id = await findTokenRegistration(db, token, now);
  const registration = id === undefined ? undefined : await findRegistration(db, id);
  return id === undefined || !registration ? undefined : { id, ...registration };
}

/** @returns undefined when the address has an account. @throws Refusal token_invalid */
async function openAccount(
  db: Database,
  token: string,
  person: Omit<NewUser, "role">,
  now: Date,
): Promise<User | undefined> {
  const ofAddress = sql`lower(email) = ${emailKey(person.email)}`;
  // All rows of the address, in order: of two who confirm it by different links one waits for the other.
  await db.execute(sql`select 1 from registrations where ${ofAddress} order by id for update`);
  const { registrationId } = await takeMailToken(db, "registration", token, now);
  const user = await addUser(db, { ...person, role: "customer" }, now);
  await db.execute(sql`delete from registrations where ${ofAddress}`);
  if (!user) return undefined;
  await addJob(db, "account-mail", { userId: user.id, about: "welcome" });
  await addJob(db, "claim-orders", { userId: user.id, registrationId });
  return user;
}
