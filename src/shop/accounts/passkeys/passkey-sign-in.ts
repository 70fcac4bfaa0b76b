import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { users } from "#db/tables/accounts.ts";
import { recordSignIn } from "../../audit/audit-log.ts";
import { Refusal } from "../../refusal.ts";
import { consumeChallenge } from "../sessions/consume-proof.ts";
import type { ProvenUser } from "../user.ts";
import { userColumns } from "../users.ts";
import { challengeIn, type PasskeyAnswer, type PasskeySite, readAnswer } from "./webauthn.ts";

/** What a browser returns when a passkey is used. */
export interface Confirmation {
  credentialId: Buffer;
  /** The challenge in it must be one of ours. */
  answer: PasskeyAnswer;
}

export interface PasskeySignIn extends Confirmation {
  site: PasskeySite;
  /** The network address that it comes from. */
  address: string;
}

/**
 * Checks a passkey and returns its user. It proves two factors: the device, and the PIN or body of its owner. A challenge is
 * good once, and a use count must grow.
 * @throws Refusal passkey_wrong
 */
export async function signInWithPasskey(db: Database, given: PasskeySignIn, now: Date): Promise<ProvenUser> {
  const { credentialId, answer, site, address } = given;
  const found = await findPasskey(db, credentialId);
  if (!found) throw new Refusal("passkey_wrong");
  const { user, passwordHash, publicKey } = found;
  const count = readAnswer(answer, publicKey, site);
  const isRight =
    count !== undefined &&
    (await consumeChallenge(db, challengeIn(answer.clientData), now)) &&
    (await storeUse(db, credentialId, count, now));
  await recordSignIn(db, [user.id], { address, isRefused: !isRight });
  if (!isRight) throw new Refusal("passkey_wrong");
  return { user, passwordHash };
}

/**
 * Checks that a user has confirmed something with one of their passkeys. The caller uses up the challenge.
 * @throws Refusal passkey_wrong
 */
export async function confirmWithPasskey(
  db: Database,
  {
    userId,
    challenge,
    site,
    credentialId,
    answer,
  }: Confirmation & { userId: number; challenge: string; site: PasskeySite },
  now: Date,
): Promise<void> {
  const found = await findPasskey(db, credentialId);
  const isOwn = found?.user.id === userId && challengeIn(answer.clientData) === challenge;
  const count = isOwn ? readAnswer(answer, found.publicKey, site) : undefined;
  if (count === undefined || !(await storeUse(db, credentialId, count, now))) throw new Refusal("passkey_wrong");
}

async function findPasskey(db: Database, credentialId: Buffer) {
  const [row] = await db
    .select({ ...userColumns, passwordHash: users.passwordHash, publicKey: sql<Buffer>`passkeys.public_key` })
    .from(users)
    .innerJoin(sql`passkeys`, sql`passkeys.user_id = ${users.id}`)
    .where(and(eq(sql`passkeys.credential_id`, credentialId), isNull(users.disabledAt)));
  if (!row) return undefined;
  const { passwordHash, publicKey, ...user } = row;
  return { user, passwordHash, publicKey };
}

/** Stores the use of a passkey; a count that does not grow comes from a copy. */
async function storeUse(db: Database, credentialId: Buffer, count: number, now: Date): Promise<boolean> {
  const { rows } =
    await db.execute(sql`update passkeys set sign_count = ${count}, used_at = ${now.toISOString()}::timestamptz
    where credential_id = ${credentialId} and (sign_count < ${count} or (sign_count = 0 and ${count} = 0)) returning 1`);
  return rows.length > 0;
}
