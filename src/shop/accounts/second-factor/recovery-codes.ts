import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { toBase32 } from "./totp.ts";

const count = 10;

/** Replaces a user's recovery codes, of which only hashes are stored. @returns the new ones, to show once */
export async function renewRecoveryCodes(db: Database, userId: number): Promise<string[]> {
  // 120 bits each: too many to guess from a hash, so a fast one is enough.
  const codes = Array.from({ length: count }, () => (toBase32(randomBytes(15)).match(/.{4}/g) ?? []).join("-"));
  const hashes = codes.map((code) => hashOf(userId, code).toString("hex"));
  await db.execute(sql`delete from recovery_codes where user_id = ${userId}`);
  await db.execute(sql`insert into recovery_codes (user_id, code_hash)
    select ${userId}, decode(hash, 'hex') from jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb) as given(hash)`);
  return codes;
}

/** Uses up a recovery code; only one of concurrent calls succeeds. */
export async function takeRecoveryCode(db: Database, userId: number, code: string): Promise<boolean> {
  const { rows } = await db.execute(sql`delete from recovery_codes
    where user_id = ${userId} and code_hash = ${hashOf(userId, code)} returning 1`);
  return rows.length > 0;
}

/** Returns how many codes a user has left. */
export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from recovery_codes where user_id = ${userId}`,
  );
  return rows[0]?.count ?? 0;
}

export async function hasRecoveryCodes(db: Database, userId: number): Promise<boolean> {
  return (await countRecoveryCodes(db, userId)) > 0;
}

/** Deletes the codes of a user who has no second factor and no passkey. */
export async function dropUnusedCodes(db: Database, userId: number): Promise<void> {
  await db.execute(sql`delete from recovery_codes where user_id = ${userId}
    and not exists (select from second_factors where user_id = ${userId})
    and not exists (select from passkeys where user_id = ${userId})`);
}

/** Dashes, spaces and case do not matter. */
function hashOf(userId: number, code: string): Buffer {
  const letters = code.toUpperCase().replaceAll(/[^A-Z2-7]/g, "");
  return createHash("sha256").update(`${userId} ${letters}`).digest();
}
