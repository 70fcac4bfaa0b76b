import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { users } from "#db/tables/accounts.ts";
import { addressPrefix, networkPrefix } from "#platform/network-address.ts";
import { consumeLimits } from "../../rate-limits.ts";
import { emailKey } from "../profile/account-fields.rules.ts";
import { grantedRole } from "../second-factor/lacks-second-factor.ts";
import type { User } from "../user.ts";
import { userColumns } from "../users.ts";
import { hashOf } from "./application-passwords.ts";

/** How often (ms) the last use is stored. */
const storedEvery = 60_000;

interface ProgramSignIn {
  /** The user's email address. */
  login: string;
  /** With or without blanks. */
  password: string;
  /** The network address that it comes from. */
  address: string;
}

/**
 * Finds the user of an application password, with the role that a session would grant, and notes its use. Wrong ones are counted by
 * network address. @returns undefined for a wrong one. @throws Refusal too_many_tries
 */
export async function signInProgram(
  db: Database,
  { login, password, address }: ProgramSignIn,
  now: Date,
): Promise<{ user: User; uuid: string } | undefined> {
  const letters = password.replaceAll(/\s/g, "");
  const found = /^[A-Za-z0-9]{24}$/.test(letters) ? await findUserOf(db, login, letters) : undefined;
  if (!found) {
    await consumeLimits(
      db,
      [
        { limit: "programByAddress", address: addressPrefix(address) },
        { limit: "programByNetwork", network: networkPrefix(address) },
      ],
      now,
    );
    return undefined;
  }
  const { user, uuid, usedAt, usedFrom } = found;
  const isStored = usedAt !== null && now.getTime() - Date.parse(usedAt) < storedEvery && usedFrom === address;
  if (!isStored)
    await db.execute(sql`update application_passwords set used_at = ${now.toISOString()}::timestamptz, used_from = ${address}
      where uuid = ${uuid}::uuid`);
  return { user, uuid };
}

async function findUserOf(db: Database, login: string, letters: string) {
  const [row] = await db
    .select({
      ...userColumns,
      role: grantedRole,
      uuid: sql<string>`p.uuid::text`,
      usedAt: sql<string | null>`p.used_at::text`,
      usedFrom: sql<string>`p.used_from`,
    })
    .from(users)
    .innerJoin(sql`application_passwords p`, sql`p.user_id = ${users.id}`)
    .where(sql`p.hash = ${hashOf(letters)} and ${users.emailKey} = ${emailKey(login)} and ${users.disabledAt} is null`);
  if (!row) return undefined;
  const { uuid, usedAt, usedFrom, ...user } = row;
  return { user, uuid, usedAt, usedFrom };
}
