import { createHash, randomBytes } from "node:crypto";
import { asc, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { users } from "#db/tables/accounts.ts";
import { addressPrefix } from "#platform/network-address.ts";
import { consumeLimits, type LimitUse, releaseLimits } from "../../rate-limits.ts";
import { Refusal } from "../../refusal.ts";
import { emailKey } from "../profile/account-fields.rules.ts";
import type { ProvenUser } from "../user.ts";
import { loginCondition, maxUsersPerPhone, userColumns } from "../users.ts";
import { isPassword } from "./password-hash.ts";

export interface SignIn {
  /** An e-mail address, or a phone number in international form. */
  login: string;
  password: string;
  /** The network address that the attempt comes from. */
  address: string;
  /** The proof that this browser received at an earlier sign-in; null: none. */
  device: string | null;
}

/**
 * Checks a login and returns the user. A wrong password, an unknown account and a disabled one get the same response,
 * which takes as long. Attempts are limited by address, by account and address, and by account; a browser from which
 * the user signed in before is not locked out by the attempts of others.
 * @throws Refusal credentials_wrong, too_many_tries (details: minutes)
 */
export async function signIn(db: Database, given: SignIn, now: Date): Promise<ProvenUser> {
  const login = emailKey(given.login).slice(0, 300);
  const candidates = await findCandidates(db, login, given.device);
  // On a shared phone number one owner's known browser opens nothing for the others.
  const isKnown = candidates.length > 0 && candidates.every((candidate) => candidate.isKnownDevice);
  const limits = limitsOf(login, given, isKnown);
  await consumeLimits(db, limits, now);
  const password = given.password.slice(0, 1000);
  const matching = await Promise.all(candidates.map(({ passwordHash }) => isPassword(password, passwordHash)));
  if (candidates.length === 0) await isPassword(password, undefined);
  const found = candidates[matching.indexOf(true)];
  if (!found || found.disabledAt) throw new Refusal("credentials_wrong");
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

function limitsOf(login: string, given: SignIn, isKnown: boolean): LimitUse[] {
  if (isKnown) return [{ limit: "signInByDevice", login, device: String(given.device) }];
  const address = addressPrefix(given.address);
  return [
    { limit: "signInByAddress", address },
    { limit: "signInByLoginAndAddress", login, address },
    { limit: "signInByLogin", login },
  ];
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
