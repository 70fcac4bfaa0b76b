import { createHash, randomInt, randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { onBehalfOf } from "../../audit/on-behalf-of.ts";
import { Refusal } from "../../refusal.ts";
import { lockIfPassword } from "../profile/change-password.ts";
import { type FactorProof, type FactorServices, hasSecondFactor, proveFactor } from "../second-factor/second-factor.ts";
import { recordApplicationPassword } from "./revoke-application-passwords.ts";

/** How many application passwords a user can have. */
const maxApplicationPasswords = 50;

/** The most characters of a name. */
export const maxNameOfPassword = 100;

/** A password of a program that uses the REST API for a user. The password itself is not stored. */
export interface ApplicationPassword {
  uuid: string;
  /** Given by the user. */
  name: string;
  /** The program's own id, a UUID; "" for none. */
  appId: string;
  createdAt: Date;
  usedAt: Date | null;
  /** The network address of the last use; "" before the first. */
  usedFrom: string;
}

type Row = Omit<ApplicationPassword, "createdAt" | "usedAt"> & { createdAt: string; usedAt: string | null };

const columns = sql`uuid::text as uuid, name, app_id as "appId", created_at as "createdAt", used_at as "usedAt", used_from as "usedFrom"`;

const toPassword = ({ createdAt, usedAt, ...row }: Row): ApplicationPassword => ({
  ...row,
  createdAt: new Date(createdAt),
  usedAt: usedAt === null ? null : new Date(usedAt),
});

/** Lists a user's application passwords, the oldest first. */
export async function listApplicationPasswords(db: Database, userId: number): Promise<ApplicationPassword[]> {
  return read(db, sql`user_id = ${userId} order by created_at, uuid`);
}

/** Finds one of a user's application passwords. @param uuid any text */
export async function findApplicationPassword(
  db: Database,
  userId: number,
  uuid: string,
): Promise<ApplicationPassword | undefined> {
  return (await read(db, sql`user_id = ${userId} and uuid::text = lower(${uuid})`))[0];
}

async function read(db: Database, condition: SQL): Promise<ApplicationPassword[]> {
  const { rows } = await db.execute<Row & Record<string, unknown>>(
    sql`select ${columns} from application_passwords where ${condition}`,
  );
  return rows.map(toPassword);
}

interface NewPassword {
  userId: number;
  name: string;
  appId: string;
}

/** What was made, with the password, which is shown once: "abcd EFGH 1234 ...". */
export interface MadePassword {
  made: ApplicationPassword;
  password: string;
}

/**
 * Makes an application password for a user who proves who they are, and tells them by mail.
 * @throws Refusal credentials_wrong, code_wrong, too_many_tries, application_passwords_too_many
 */
export async function makeOwnApplicationPassword(
  services: FactorServices,
  { name, appId, ...proof }: FactorProof & NewPassword,
  now: Date,
): Promise<MadePassword> {
  const { db } = services;
  const { userId, address } = proof;
  const needsCode = await hasSecondFactor(db, userId);
  const verified = await proveFactor(services, proof, { needsCode }, now);
  return onBehalfOf({ userId, passwordUuid: null, address }, () =>
    inTransaction(db, async (db) => {
      await lockIfPassword(db, userId, verified);
      return makeApplicationPassword(db, { userId, name, appId }, now);
    }),
  );
}

/** Makes an application password, and tells its user by mail. @throws Refusal application_passwords_too_many */
export async function makeApplicationPassword(
  db: Database,
  { userId, name, appId }: NewPassword,
  now: Date,
): Promise<MadePassword> {
  const letters = randomLetters(24);
  return inTransaction(db, async (db) => {
    // Those that are made at the same time count each other.
    await db.execute(sql`select from users where id = ${userId} for update`);
    const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
      insert into application_passwords (uuid, user_id, name, app_id, hash, created_at)
      select ${randomUUID()}::uuid, ${userId}, ${name}, ${appId}, ${hashOf(letters)}, ${now.toISOString()}::timestamptz
      where (select count(*) from application_passwords where user_id = ${userId}) < ${maxApplicationPasswords}
      returning ${columns}`);
    const [row] = rows;
    if (!row) throw new Refusal("application_passwords_too_many");
    await recordApplicationPassword(db, "application password made", userId, { uuid: row.uuid, name });
    await addJob(db, "account-mail", { userId, about: "application-password-made", at: now.toISOString() });
    return { made: toPassword(row), password: letters.replace(/.{4}(?=.)/g, "$& ") };
  });
}

/** Gives one of a user's application passwords another name. @throws Refusal application_password_unknown */
export async function renameApplicationPassword(
  db: Database,
  { userId, uuid, name }: { userId: number; uuid: string; name: string },
): Promise<ApplicationPassword> {
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`update application_passwords set name = ${name}
    where user_id = ${userId} and uuid::text = lower(${uuid}) returning ${columns}`);
  const [row] = rows;
  if (!row) throw new Refusal("application_password_unknown");
  return toPassword(row);
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

function randomLetters(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** Nobody can guess 142 random bits, so a slow hash would protect nothing, and cost 40 ms with each call. */
export function hashOf(letters: string): Buffer {
  return createHash("sha256").update(letters).digest();
}
