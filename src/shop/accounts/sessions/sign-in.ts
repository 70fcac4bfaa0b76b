import { createHash, randomBytes } from "node:crypto";
import { asc, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { users } from "#db/tables/accounts.ts";
import { addressPrefix } from "#platform/network-address.ts";
import { consumeLimits, type LimitUse, releaseLimits } from "../../rate-limits.ts";
import { Refusal } from "../../refusal.ts";
import { emailKey } from "../profile/account-fields.rules.ts";
import type { ProvenUser } from "../user.ts";
import { meantBy, mostOfPhone, userColumns } from "../users.ts";
import { isPassword } from "./password-hash.ts";

export interface SignIn {
  /** An e-mail address, or a phone number in international form. */
  login: string;
  password: string;
  /** The network address that it comes from. */
  address: string;
  /** What this browser was given when somebody signed in from it; null: nobody has. */
  device: string | null;
}

/**
 * Whom the password lets in. The answer to a wrong password, an account that is not there and one that is disabled is the
 * same and takes as long. Tries are counted by address, by account and address and by account; a browser from which he has
 * signed in before is not kept out by what others try.
 * @throws Refusal credentials_wrong, too_many_tries (details: minutes)
 */
export async function signIn(db: Database, given: SignIn, now: Date): Promise<ProvenUser> {
  const login = emailKey(given.login).slice(0, 300);
  const candidates = await findCandidates(db, login, given.device);
  // A number that several gave: what one of them may opens nothing of the others.
  const isKnown = candidates.length > 0 && candidates.every((candidate) => candidate.isKnownDevice);
  const limits = limitsOf(login, given, isKnown);
  await consumeLimits(db, limits, now);
  const password = given.password.slice(0, 1000);
  const matching = await Promise.all(candidates.map(({ passwordHash }) => isPassword(password, passwordHash)));
  if (candidates.length === 0) await isPassword(password, undefined);
  const found = candidates[matching.indexOf(true)];
  if (!found || found.disabledAt) throw new Refusal("credentials_wrong");
  // The success of one of several owners of a phone number does not reset what was tried for the others.
  await releaseLimits(db, limits, candidates.length > 1 ? "refund" : undefined);
  const { passwordHash, isKnownDevice: _device, ...user } = found;
  return { user, passwordHash };
}

/** How many of somebody's browsers are known, those seen last. */
const mostDevices = 20;

/** Remembers that somebody signed in from a browser. @returns what that browser keeps to prove it */
export async function rememberDevice(db: Database, userId: number, known: string | null, now: Date): Promise<string> {
  const device = known ?? randomBytes(24).toString("base64url");
  await db.execute(sql`insert into known_devices (token_hash, user_id, seen_at)
    select ${deviceHash(device, userId)}, id, ${now.toISOString()}::timestamptz from users where id = ${userId} for key share
    on conflict (token_hash) do update set seen_at = excluded.seen_at`);
  await db.execute(sql`delete from known_devices where token_hash in (select token_hash from known_devices
    where user_id = ${userId} order by seen_at desc, token_hash = ${deviceHash(device, userId)} desc offset ${mostDevices})`);
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
    .where(meantBy(login))
    .orderBy(asc(users.id))
    .limit(mostOfPhone);
  // Asked also for nobody, by a browser that shows nothing: the answer takes as long.
  const hashes = [0, ...rows.map(({ id }) => id)].map((id) => sql`${deviceHash(device ?? "", id)}`);
  const { rows: known } = await db.execute<{ user_id: number }>(
    sql`select user_id from known_devices where token_hash in (${sql.join(hashes, sql`, `)})`,
  );
  const ids = new Set(known.map(({ user_id }) => user_id));
  return rows.map((row) => ({ ...row, isKnownDevice: ids.has(row.id) }));
}

/** One browser may know several people: its proof is another one for each. */
function deviceHash(device: string, userId: number): Buffer {
  return createHash("sha256").update(`${userId} ${device}`).digest();
}
