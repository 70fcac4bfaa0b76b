import { createHash, randomBytes } from "node:crypto";
import { asc, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { users } from "#db/tables/accounts.ts";
import { addressPrefix, networkPrefix } from "#platform/network-address.ts";
import { recordSignIn } from "../../audit/audit-log.ts";
import {
  consumeLimit,
  consumeLimits,
  countUses,
  isWithinLimits,
  type LimitUse,
  rateLimits,
  releaseLimits,
} from "../../rate-limits.ts";
import { Refusal } from "../../refusal.ts";
import { emailKey } from "../profile/account-fields.rules.ts";
import { isInternationalPhone } from "../profile/phone.rules.ts";
import type { ProvenUser } from "../user.ts";
import { loginCondition, maxUsersPerPhone, userColumns } from "../users.ts";
import { consumeProof } from "./consume-proof.ts";
import { isPassword } from "./password-hash.ts";

export interface SignIn {
  /** An email address, or a phone number in international form. */
  login: string;
  password: string;
  /** The network address that the attempt comes from. */
  address: string;
  /** The proof that this browser received at an earlier sign-in; null: none. */
  device: string | null;
  /** The challenge that the browser has solved; null: none. */
  proof: string | null;
}

/**
 * Checks a login and returns the user. A wrong password, an unknown account and a disabled one get the same response,
 * which takes as long. A few attempts are free, by account and network, by accounts tried from an address or network, and
 * by account. Further ones need a proof of work, and have limits of their own. A browser from which the user signed in
 * before is not affected by the attempts of others.
 * @throws Refusal credentials_wrong, proof_needed, too_many_tries (details: minutes): only a mailed link helps
 */
export async function signIn(db: Database, given: SignIn, now: Date): Promise<ProvenUser> {
  const login = emailKey(given.login).slice(0, 300);
  const candidates = await findCandidates(db, login, given.device);
  // On a shared phone number one owner's known browser opens nothing for the others.
  const isKnown = candidates.length > 0 && candidates.every((candidate) => candidate.isKnownDevice);
  const limits = isKnown
    ? await consumeOfDevice(db, login, String(given.device), now)
    : await consumeOfStranger(db, login, given, now);
  const password = given.password.slice(0, 1000);
  // As many checks as the login may have users, so that the time does not tell how many share a phone number.
  const checks = isInternationalPhone(login) ? maxUsersPerPhone : 1;
  const matching = await Promise.all(
    Array.from({ length: checks }, (_, at) => isPassword(password, candidates[at]?.passwordHash)),
  );
  const found = candidates[matching.indexOf(true)];
  const isRefused = !found || found.disabledAt !== null;
  const tried = isRefused ? candidates : [found];
  await recordSignIn(
    db,
    tried.map(({ id }) => id),
    { address: given.address, isRefused },
  );
  if (isRefused) throw new Refusal("credentials_wrong");
  // One owner's success does not reset the attempts on a shared phone number.
  await releaseLimits(db, limits, candidates.length > 1 ? "refund" : undefined);
  const { passwordHash, isKnownDevice: _device, ...user } = found;
  return { user, passwordHash };
}

/** How many browsers of a user are remembered, newest first. */
const maxDevices = 20;

/** Remembers that a user signed in from a browser. @returns the proof for the browser to store */
export async function rememberDevice(db: Database, userId: number, known: string | null, now: Date): Promise<string> {
  const device = known ?? randomBytes(24).toString("base64url");
  await db.execute(sql`insert into known_devices (token_hash, user_id, seen_at)
    select ${deviceHash(device, userId)}, id, ${now.toISOString()}::timestamptz from users where id = ${userId} for key share
    on conflict (token_hash) do update set seen_at = excluded.seen_at`);
  await db.execute(sql`delete from known_devices where token_hash in (select token_hash from known_devices
    where user_id = ${userId} order by seen_at desc, token_hash = ${deviceHash(device, userId)} desc offset ${maxDevices})`);
  return device;
}

async function consumeOfDevice(db: Database, login: string, device: string, now: Date): Promise<LimitUse[]> {
  const limits: LimitUse[] = [{ limit: "signInByDevice", login, device }];
  await consumeLimits(db, limits, now);
  return limits;
}

/** Counts an attempt from an unknown browser. @returns the limits to release if it succeeds */
async function consumeOfStranger(db: Database, login: string, given: SignIn, now: Date): Promise<LimitUse[]> {
  const address = addressPrefix(given.address);
  const network = networkPrefix(given.address);
  const own = { limit: "signInByLoginAndNetwork", login, network } as const;
  const accounts: LimitUse[] = [
    { limit: "accountsByAddress", address },
    { limit: "accountsByNetwork", network },
  ];
  const ofLogin: LimitUse = { limit: "signInByLogin", login };
  const isFree = await isWithinLimits(async () => {
    await consumeLimits(db, accounts, now);
    const [{ points: tries } = { points: 1 }] = await countUses(db, [{ use: own, times: 1 }], now);
    // Accounts count, not attempts: a whole town may share the address.
    if (tries > 1) await releaseLimits(db, accounts, "refund");
    if (tries > rateLimits[own.limit].points) throw new Refusal("too_many_tries");
    await consumeLimit(db, ofLogin, now);
  });
  if (isFree) return [own, ...accounts, ofLogin];
  await consumeProof(db, given.proof, now);
  const proven: LimitUse[] = [
    { limit: "provenByLoginAndNetwork", login, network },
    { limit: "provenByNetwork", network },
    { limit: "provenByLogin", login },
  ];
  await consumeLimits(db, proven, now);
  return [own, ...proven];
}

async function findCandidates(db: Database, login: string, device: string | null) {
  const rows = await db
    .select({ ...userColumns, passwordHash: users.passwordHash })
    .from(users)
    .where(loginCondition(login))
    .orderBy(asc(users.id))
    .limit(maxUsersPerPhone);
  // Also queried without a user or device, so that the response takes as long.
  const hashes = [0, ...rows.map(({ id }) => id)].map((id) => sql`${deviceHash(device ?? "", id)}`);
  const { rows: known } = await db.execute<{ user_id: number }>(
    sql`select user_id from known_devices where token_hash in (${sql.join(hashes, sql`, `)})`,
  );
  const ids = new Set(known.map(({ user_id }) => user_id));
  return rows.map((row) => ({ ...row, isKnownDevice: ids.has(row.id) }));
}

/** A browser's proof differs for each of its users. */
function deviceHash(device: string, userId: number): Buffer {
  return createHash("sha256").update(`${userId} ${device}`).digest();
}
