import { sql } from "drizzle-orm";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { addressPrefix } from "#platform/network-address.ts";
import type { Attribution } from "../attribution/attribution.rules.ts";
import { consumeLimit, consumeLimits, isWithinLimits, recipientLimits, senderLimits } from "../rate-limits.ts";
import { Refusal } from "../refusal.ts";
import { findWeakness } from "./passwords/password-weakness.ts";
import { emailFault, emailKey } from "./profile/account-fields.rules.ts";
import { storeUserOrigin } from "./profile/user-meta.ts";
import { type Registration, registrationFaults } from "./registration.rules.ts";
import { consumeProof } from "./sessions/consume-proof.ts";
import { findTokenRegistration, takeMailToken } from "./sessions/mail-tokens.ts";
import { hashPassword } from "./sessions/password-hash.ts";
import type { ProvenUser, User } from "./user.ts";
import { addUser, type NewUser } from "./users.ts";

/** How long (ms) a registration's link is valid. */
const linkLifetimeMs = 24 * 3_600_000;

/** A request for an account. */
export interface AccountRequest {
  email: string;
  /** The network address of the request. */
  address: string;
  /** The challenge that the browser has solved; null: none. */
  proof?: string | null;
  /** Where the person came from; null if that is unknown. */
  origin?: Attribution | null;
}

/**
 * Records that an email address requests an account. A job mails the link that creates it, or tells the address's
 * owner that an account exists. The response is the same in both cases and takes as long.
 * @throws Refusal account_invalid (details: a fault of the field `email`), proof_needed, too_many_tries
 */
export async function register(
  db: Database,
  { email, address, proof = null, origin = null }: AccountRequest,
  now: Date,
): Promise<void> {
  const fault = emailFault(email);
  if (fault) throw new Refusal("account_invalid", { email: fault });
  await limitMails(db, { email, address, proof }, now);
  await inTransaction(db, (db) => writeRegistration(db, { email, origin }, now));
}

/** Limits the mails; after many from one address, where thousands may live, a proof of work is needed. */
async function limitMails(
  db: Database,
  { email, address: ip, proof }: Pick<Required<AccountRequest>, "email" | "address" | "proof">,
  now: Date,
): Promise<void> {
  const mail = "registration";
  if (!(await isWithinLimits(() => consumeLimits(db, senderLimits(mail, ip), now)))) {
    await consumeProof(db, proof, now);
    await consumeLimit(db, { limit: "provenMailByAddress", mail, address: addressPrefix(ip) }, now);
  }
  await consumeLimits(db, recipientLimits(mail, emailKey(email), ip), now);
}

/**
 * Registers a valid address within the caller's transaction, without failing it. Only mails to the recipient are
 * counted, because the caller's action has limits of its own.
 * @returns the registration's id; undefined if there were too many requests
 */
export async function registerInTransaction(
  db: Database,
  email: string,
  address: string,
  now: Date,
): Promise<number | undefined> {
  const limits = recipientLimits("registration", emailKey(email), address);
  if (!(await isWithinLimits(() => consumeLimits(db, limits, now)))) return undefined;
  return writeRegistration(db, { email, origin: null }, now);
}

async function writeRegistration(
  db: Database,
  { email, origin }: Pick<Required<AccountRequest>, "email" | "origin">,
  now: Date,
): Promise<number | undefined> {
  const until = new Date(now.getTime() + linkLifetimeMs).toISOString();
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into registrations (email, expires_at, attribution)
    values (${email}, ${until}::timestamptz, ${origin && JSON.stringify(origin)}::jsonb) returning id`);
  await addJob(db, "registration-mail", { registrationId: rows[0]?.id });
  return rows[0]?.id;
}

/** Finds a registration that is not completed or expired. */
export async function findRegistration(db: Database, id: number): Promise<{ email: string } | undefined> {
  const { rows } = await db.execute<{ email: string }>(sql`select email from registrations where id = ${id}`);
  return rows[0];
}

/** Returns whether the address has an account. Show the answer only in mails to that address. */
export async function isTaken(db: Database, email: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from users where email_key = ${emailKey(email)}`);
  return rows.length > 0;
}

/**
 * Creates the account of a mailed link: following it proves the address, and the visitor sets the password. Ends other
 * registrations of the address.
 * @throws Refusal token_invalid, account_invalid (details: a fault for each field)
 */
export async function confirmRegistration(
  db: Database,
  token: string,
  given: Registration,
  now: Date,
): Promise<ProvenUser> {
  // Save the hash's work for made-up tokens.
  const asked = await findOpenRegistration(db, token, now);
  if (!asked) throw new Refusal("token_invalid");
  const faults = registrationFaults(given);
  const { firstName, lastName, phone } = given;
  const known = { ...given, firstName: faults.firstName ? "" : firstName, email: asked.email };
  const weakness = await findWeakness(db, given.password, known);
  if (weakness || Object.keys(faults).length > 0)
    throw new Refusal("account_invalid", { ...faults, ...(weakness && { password: weakness }) });
  const passwordHash = await hashPassword(given.password);
  const person = { email: asked.email, firstName, lastName, phone: phone || null, passwordHash };
  const user = await inTransaction(db, (db) => openAccount(db, token, person, now));
  // The account was created meanwhile. The link is used up all the same, so this commits.
  if (!user) throw new Refusal("token_invalid");
  return { user, passwordHash };
}

/** Finds the registration of a mailed link without using it up. Show it only to holders of the link. */
export async function findOpenRegistration(
  db: Database,
  token: string,
  now: Date,
): Promise<{ id: number; email: string } | undefined> {
  const id = await findTokenRegistration(db, token, now);
  const registration = id === undefined ? undefined : await findRegistration(db, id);
  return id === undefined || !registration ? undefined : { id, ...registration };
}

/** @returns undefined if the address has an account. @throws Refusal token_invalid */
async function openAccount(
  db: Database,
  token: string,
  person: Omit<NewUser, "role">,
  now: Date,
): Promise<User | undefined> {
  const ofAddress = sql`lower(email) = ${emailKey(person.email)}`;
  // All rows of the address, in order, so that concurrent confirmations run one after another.
  await db.execute(sql`select 1 from registrations where ${ofAddress} order by id for update`);
  const { registrationId } = await takeMailToken(db, "registration", token, now);
  const user = await addUser(db, { ...person, role: "customer" }, now);
  const { rows } = await db.execute<{ origin: Attribution | null }>(
    sql`select attribution as origin from registrations where id = ${registrationId}`,
  );
  const [{ origin } = { origin: null }] = rows;
  if (user && origin) await storeUserOrigin(db, user.id, origin);
  await db.execute(sql`delete from registrations where ${ofAddress}`);
  if (!user) return undefined;
  await addJob(db, "account-mail", { userId: user.id, about: "welcome" });
  await addJob(db, "claim-orders", { userId: user.id, registrationId });
  return user;
}
