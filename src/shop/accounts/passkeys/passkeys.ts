import { sql } from "drizzle-orm";
import { actAs } from "#db/actor.ts";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../../refusal.ts";
import { lockIfPassword } from "../profile/change-password.ts";
import { dropUnusedCodes, hasRecoveryCodes, renewRecoveryCodes } from "../second-factor/recovery-codes.ts";
import {
  actorOf,
  type FactorServices,
  hasSecondFactor,
  proveFactor,
  recordFactor,
} from "../second-factor/second-factor.ts";
import { consumeChallenge } from "../sessions/consume-proof.ts";
import { findUser } from "../users.ts";
import { type Confirmation, confirmWithPasskey } from "./passkey-sign-in.ts";
import { challengeIn, type NewPasskey, type PasskeySite, readNewPasskey } from "./webauthn.ts";

/** How many passkeys a user can have. */
export const maxPasskeys = 20;

export interface Passkey {
  id: number;
  name: string;
  /** base64url, as browsers name it. */
  credentialId: string;
  createdAt: Date;
  usedAt: Date | null;
}

/** Lists a user's passkeys, the oldest first. */
export async function listPasskeys(db: Database, userId: number): Promise<Passkey[]> {
  const { rows } = await db.execute<{
    id: number;
    name: string;
    credential: string;
    created: string;
    used: string | null;
  }>(
    sql`select id::int as id, name, encode(credential_id, 'hex') as credential, created_at as created, used_at as used
      from passkeys where user_id = ${userId} order by id`,
  );
  return rows.map(({ id, name, credential, created, used }) => ({
    id,
    name,
    credentialId: Buffer.from(credential, "hex").toString("base64url"),
    createdAt: new Date(created),
    usedAt: used === null ? null : new Date(used),
  }));
}

/** What a signed-in user types to change passkeys. */
interface PasskeyProof {
  userId: number;
  password: string;
  /** From the app, or a recovery code; "" if none is needed. */
  code: string;
  /** The network address that it comes from. */
  address: string;
}

/** A passkey to be added. */
interface AddedPasskey extends PasskeyProof {
  name: string;
  made: NewPasskey;
  site: PasskeySite;
  /** Another passkey's answer to the same challenge, instead of a code. */
  confirmation: Confirmation | undefined;
}

/**
 * Adds a passkey and tells its user by mail. The challenge must be one of ours. Users with a second factor
 * prove it with a code or another passkey.
 * @returns recovery codes to show once, for a member of staff who had none; otherwise []
 * @throws Refusal credentials_wrong, code_wrong, passkey_wrong, too_many_tries; token_invalid if the browser's answer is not right
 */
export async function addPasskey(
  services: FactorServices,
  { name, made, site, confirmation, ...proof }: AddedPasskey,
  now: Date,
): Promise<string[]> {
  const { db } = services;
  const { userId } = proof;
  const facts = readNewPasskey(made, site);
  if (!facts) throw new Refusal("token_invalid");
  const needsProof = await hasSecondFactor(db, userId);
  const verified = await proveFactor(services, proof, { needsCode: needsProof && !confirmation }, now);
  const challenge = challengeIn(made.clientData);
  if (!(await consumeChallenge(db, challenge, now))) throw new Refusal("token_invalid");
  if (confirmation) await confirmWithPasskey(db, { userId, challenge, site, ...confirmation }, now);
  return actAs(actorOf(userId, proof.address), () =>
    inTransaction(db, async (db) => {
      await lockIfPassword(db, userId, verified);
      const { rows } = await db.execute(sql`
        insert into passkeys (user_id, credential_id, public_key, name, sign_count, created_at)
        select ${userId}, ${facts.credentialId}, ${made.publicKey}, ${name}, ${facts.signCount}, ${now.toISOString()}::timestamptz
        where (select count(*) from passkeys where user_id = ${userId}) < ${maxPasskeys}
        on conflict do nothing returning 1`);
      if (rows.length === 0) throw new Refusal("token_invalid");
      await recordFactor(db, "passkey added", userId);
      await addJob(db, "account-mail", { userId, about: "passkey-added", at: now.toISOString() });
      const user = await findUser(db, userId);
      const needsCodes = user?.role !== "customer" && !(await hasRecoveryCodes(db, userId));
      return needsCodes ? renewRecoveryCodes(db, userId) : [];
    }),
  );
}

/**
 * Removes one of a user's passkeys; nothing happens if it is another user's.
 * @throws Refusal credentials_wrong, code_wrong, too_many_tries
 */
export async function removePasskey(
  services: FactorServices,
  { passkeyId, ...proof }: PasskeyProof & { passkeyId: number },
  now: Date,
): Promise<void> {
  const { db } = services;
  const { userId } = proof;
  const needsCode = await hasSecondFactor(db, userId);
  const verified = await proveFactor(services, proof, { needsCode }, now);
  await actAs(actorOf(userId, proof.address), () =>
    inTransaction(db, async (db) => {
      await lockIfPassword(db, userId, verified);
      const { rows } = await db.execute(
        sql`delete from passkeys where id = ${passkeyId} and user_id = ${userId} returning 1`,
      );
      if (rows.length === 0) return;
      await dropUnusedCodes(db, userId);
      await recordFactor(db, "passkey removed", userId);
    }),
  );
}
