import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { Refusal } from "../../refusal.ts";
import type { User } from "../user.ts";
import { findUser } from "../users.ts";

/** The purpose and subject of a token. */
export type TokenUse =
  | { purpose: "registration"; registrationId: number }
  | { purpose: "password-reset"; userId: number }
  | { purpose: "email-change"; userId: number; email: string }
  /** Not mailed: the browser keeps it between the password and the code of a sign-in. */
  | { purpose: "second-factor"; userId: number };

/** How long (ms) a link is valid. */
const lifetimes: Readonly<Record<TokenUse["purpose"], number>> = {
  registration: 24 * 3_600_000,
  "password-reset": 3_600_000,
  "email-change": 24 * 3_600_000,
  "second-factor": 600_000,
};

/** Creates a token for a mailed link; earlier ones for the same purpose become invalid. Only its hash is stored. */
export async function createMailToken(db: Database, use: TokenUse, now: Date): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const { purpose, userId, registrationId, email } = { userId: null, registrationId: null, email: null, ...use };
  const until = new Date(now.getTime() + lifetimes[purpose]).toISOString();
  await db.execute(sql`delete from mail_tokens where purpose = ${purpose}
    and (user_id = ${userId} or registration_id = ${registrationId})`);
  await db.execute(sql`insert into mail_tokens (token_hash, purpose, user_id, registration_id, email, expires_at)
    values (${hashOf(token)}, ${purpose}, ${userId}, ${registrationId}, ${email}, ${until}::timestamptz)`);
  return token;
}

/** Returns whether a link is valid, without using it up. */
export async function isGoodToken(
  db: Database,
  purpose: TokenUse["purpose"],
  token: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from mail_tokens
    where token_hash = ${hashOf(token)} and purpose = ${purpose} and expires_at > ${now.toISOString()}::timestamptz`);
  return rows.length > 0;
}

/** Finds the registration of a link, without using it up. */
export async function findTokenRegistration(db: Database, token: string, now: Date): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number }>(sql`select registration_id as id from mail_tokens where
    token_hash = ${hashOf(token)} and purpose = 'registration' and expires_at > ${now.toISOString()}::timestamptz`);
  return rows[0]?.id;
}

/** Finds the user of a token, without using it up. */
export async function findTokenUser(
  db: Database,
  purpose: "password-reset" | "second-factor",
  token: string,
  now: Date,
): Promise<User | undefined> {
  const { rows } = await db.execute<{ id: number }>(sql`select user_id as id from mail_tokens where
    token_hash = ${hashOf(token)} and purpose = ${purpose} and expires_at > ${now.toISOString()}::timestamptz`);
  return rows[0] && findUser(db, Number(rows[0].id));
}

/** Finds the new address of a link, without using it up. */
export async function findTokenEmail(db: Database, token: string, now: Date): Promise<string | undefined> {
  const { rows } = await db.execute<{ email: string }>(sql`select email from mail_tokens where
    token_hash = ${hashOf(token)} and purpose = 'email-change' and expires_at > ${now.toISOString()}::timestamptz`);
  return rows[0]?.email;
}

/**
 * Uses a token up; only one of concurrent calls succeeds. Locks its user's row first, like all that change both.
 * @throws Refusal token_invalid if it is used, expired or unknown
 */
export async function takeMailToken<Purpose extends TokenUse["purpose"]>(
  db: Database,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<Extract<TokenUse, { purpose: Purpose }>> {
  await db.execute(sql`select 1 from users where id = (select user_id from mail_tokens where token_hash = ${hashOf(token)})
    for no key update`);
  const { rows } = await db.execute<Record<string, unknown>>(sql`delete from mail_tokens
    where token_hash = ${hashOf(token)} and purpose = ${purpose} and expires_at > ${now.toISOString()}::timestamptz
    returning purpose, user_id as "userId", registration_id as "registrationId", email`);
  if (!rows[0]) throw new Refusal("token_invalid");
  return rows[0] as unknown as Extract<TokenUse, { purpose: Purpose }>;
}

/** Invalidates all links mailed to a user. */
export async function endMailTokens(db: Database, userId: number): Promise<void> {
  await db.execute(sql`delete from mail_tokens where user_id = ${userId}`);
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
