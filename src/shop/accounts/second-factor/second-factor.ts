import { sql } from "drizzle-orm";
import { type Actor, actAs } from "#db/actor.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { networkPrefix } from "#platform/network-address.ts";
import type { Seals } from "#platform/seals.ts";
import { recordAction } from "../../audit/audit-log.ts";
import { consumeLimits, type LimitUse, releaseLimits } from "../../rate-limits.ts";
import { Refusal } from "../../refusal.ts";
import { revokeAllApplicationPasswords } from "../application-passwords/revoke-application-passwords.ts";
import { checkPassword, lockIfPassword } from "../profile/change-password.ts";
import { endUserSessions } from "../sessions/user-sessions.ts";
import { getUserByEmail } from "../users.ts";
import { lacksSecondFactor } from "./lacks-second-factor.ts";
import { dropUnusedCodes, renewRecoveryCodes, takeRecoveryCode } from "./recovery-codes.ts";
import { newSecret, stepOf } from "./totp.ts";

/** What the functions of this file need. */
export interface FactorServices {
  db: Database;
  seals: Seals;
}

/** What a signed-in user types to change the second factor. */
export interface FactorProof {
  userId: number;
  password: string;
  /** From the app or, except to set it up, a recovery code. */
  code: string;
  /** The network address that it comes from. */
  address: string;
}

const purposeOf = (userId: number) => `second factor of ${userId}`;

/** Returns a new secret, sealed for its user. Nothing is stored until it is set up. */
export function offerSecret(seals: Seals, userId: number): string {
  return seals.seal(purposeOf(userId), newSecret());
}

/** Returns an offered secret in base 32; undefined if it was not offered to this user. */
export function offeredSecret(seals: Seals, userId: number, sealed: string): string | undefined {
  return seals.open(purposeOf(userId), sealed);
}

/** Returns whether a user's password is not enough: codes of an app are on, or a member of staff has a passkey. */
export async function hasSecondFactor(db: Database, userId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from users where id = ${userId}
    and (exists (select from second_factors where user_id = ${userId})
      or (role <> 'customer' and exists (select from passkeys where user_id = ${userId})))`);
  return rows.length > 0;
}

/** Returns whether a user's app makes codes. */
export async function hasTotp(db: Database, userId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from second_factors where user_id = ${userId}`);
  return rows.length > 0;
}

/** Returns whether a user must set up a second factor before anything else. */
export async function needsSecondFactor(db: Database, userId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from users where id = ${userId} and ${lacksSecondFactor}`);
  return rows.length > 0;
}

/** What turns the codes of an app on. */
interface NewFactor extends FactorProof {
  sessionId: number;
  offered: string;
  /** Needed from members of staff who have a passkey; "" for none. */
  recoveryCode: string;
}

/**
 * Turns a user's second factor on, with a code that proves that the app has the secret, and ends the other sessions.
 * @returns the recovery codes
 * @throws Refusal credentials_wrong, code_wrong, too_many_tries, token_invalid without an offered secret or with a factor
 */
export async function setUpSecondFactor(
  { db, seals }: FactorServices,
  { userId, password, code, address, sessionId, offered, recoveryCode }: NewFactor,
  now: Date,
): Promise<string[]> {
  const verified = await checkPassword(db, userId, password, now);
  const secret = offeredSecret(seals, userId, offered);
  if (secret === undefined) throw new Refusal("token_invalid");
  const limits = limitsOf(userId, address);
  await consumeLimits(db, limits, now);
  const step = stepOf(secret, withoutSpaces(code), now);
  if (step === undefined) throw new Refusal("code_wrong");
  // After the app's code: a mistyped one must not use up a recovery code.
  if ((await hasSecondFactor(db, userId)) && !(await takeRecoveryCode(db, userId, recoveryCode)))
    throw await refusedCode(db, { userId, address, kind: "recovery" });
  await releaseLimits(db, limits);
  return actAs(actorOf(userId, address), () =>
    inTransaction(db, async (db) => {
      await lockIfPassword(db, userId, verified);
      const { rows } = await db.execute(sql`insert into second_factors (user_id, secret, last_step)
        values (${userId}, ${seals.seal(purposeOf(userId), secret)}, ${step}) on conflict do nothing returning 1`);
      if (rows.length === 0) throw new Refusal("token_invalid");
      await endUserSessions(db, userId, sessionId, now);
      await recordFactor(db, "second factor set up", userId);
      return renewRecoveryCodes(db, userId);
    }),
  );
}

/** Turns a user's second factor off. @throws Refusal credentials_wrong, code_wrong, too_many_tries */
export async function removeSecondFactor(services: FactorServices, proof: FactorProof, now: Date): Promise<void> {
  await changeProven(services, proof, now, async (db) => {
    await db.execute(sql`delete from second_factors where user_id = ${proof.userId}`);
    await dropUnusedCodes(db, proof.userId);
    await recordFactor(db, "second factor removed", proof.userId);
  });
}

/** Replaces the recovery codes. @returns the new ones. @throws Refusal credentials_wrong, code_wrong, too_many_tries */
export async function replaceRecoveryCodes(services: FactorServices, proof: FactorProof, now: Date): Promise<string[]> {
  return changeProven(services, proof, now, async (db) => {
    await recordFactor(db, "recovery codes renewed", proof.userId);
    return renewRecoveryCodes(db, proof.userId);
  });
}

/**
 * Removes the second factor and the passkeys of an account whose owner lost them, ends its sessions and revokes its application
 * passwords. @throws Refusal user_unknown
 */
export async function resetSecondFactor(db: Database, email: string, now: Date): Promise<void> {
  await inTransaction(db, async (db) => {
    const { id } = await getUserByEmail(db, email);
    await db.execute(sql`delete from second_factors where user_id = ${id}`);
    await db.execute(sql`delete from passkeys where user_id = ${id}`);
    await dropUnusedCodes(db, id);
    await endUserSessions(db, id, null, now);
    await revokeAllApplicationPasswords(db, id);
    await recordFactor(db, "second factor reset", id);
  });
}

/**
 * Uses up a code from the user's app, or a recovery code. Each is good once.
 * @throws Refusal code_wrong (details: kind "app" or "recovery"), too_many_tries (details: minutes)
 */
export async function spendCode(
  { db, seals }: FactorServices,
  { userId, code, address }: Omit<FactorProof, "password">,
  now: Date,
): Promise<void> {
  const limits = limitsOf(userId, address);
  await consumeLimits(db, limits, now);
  const digits = withoutSpaces(code);
  // Recovery codes have letters, so a mistyped code of the app never touches one.
  const isOfApp = !/[a-z]/i.test(digits);
  const isRight = isOfApp
    ? await takeAppCode({ db, seals }, userId, digits, now)
    : await takeRecoveryCode(db, userId, code);
  if (isRight) return releaseLimits(db, limits);
  throw await refusedCode(db, { userId, address, kind: isOfApp ? "app" : "recovery" });
}

/** Records a wrong code. @returns its refusal */
async function refusedCode(
  db: Database,
  { userId, address, kind }: { userId: number; address: string; kind: "app" | "recovery" },
): Promise<Refusal> {
  await actAs(actorOf(userId, address), () => recordFactor(db, "second factor refused", userId));
  return new Refusal("code_wrong", { kind });
}

async function takeAppCode({ db, seals }: FactorServices, userId: number, code: string, now: Date): Promise<boolean> {
  const { rows } = await db.execute<{ secret: string }>(
    sql`select secret from second_factors where user_id = ${userId}`,
  );
  const secret = rows[0] && seals.open(purposeOf(userId), rows[0].secret);
  const step = secret === undefined ? undefined : stepOf(secret, code, now);
  if (secret === undefined || step === undefined) return false;
  // Sealed again, so that a replaced key is needed only until the next sign-in.
  const used = await db.execute(sql`update second_factors
    set last_step = ${step}, secret = ${seals.seal(purposeOf(userId), secret)}
    where user_id = ${userId} and last_step < ${step} returning 1`);
  return used.rows.length > 0;
}

/** Checks password and code, then runs a change as the user in a transaction. */
async function changeProven<T>(
  services: FactorServices,
  proof: FactorProof,
  now: Date,
  change: (db: Database) => Promise<T>,
): Promise<T> {
  const { userId, address } = proof;
  const verified = await proveFactor(services, proof, { needsCode: true }, now);
  return actAs(actorOf(userId, address), () =>
    inTransaction(services.db, async (db) => {
      await lockIfPassword(db, userId, verified);
      return change(db);
    }),
  );
}

/**
 * Checks the password and, if it is needed, uses up a code. @returns the hash for `lockIfPassword`
 * @throws Refusal credentials_wrong, code_wrong, too_many_tries
 */
export async function proveFactor(
  services: FactorServices,
  proof: FactorProof,
  { needsCode }: { needsCode: boolean },
  now: Date,
): Promise<string> {
  const verified = await checkPassword(services.db, proof.userId, proof.password, now);
  if (needsCode) await spendCode(services, proof, now);
  return verified;
}

/** Apps show a code in two groups. */
const withoutSpaces = (code: string) => code.replaceAll(/\s/g, "");

/** Returns a user as the one who acts, for the audit log. */
export const actorOf = (userId: number, address: string): Actor => ({ kind: "user", name: String(userId), address });

/** Records a change of a user's ways to prove who they are. */
export const recordFactor = (db: Database, action: string, userId: number) =>
  recordAction(db, { action, subject: String(userId), after: {} });

const limitsOf = (user: number, address: string): LimitUse[] => [
  { limit: "codeByUserAndNetwork", user, network: networkPrefix(address) },
  { limit: "codeByUser", user },
];
