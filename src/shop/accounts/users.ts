import { and, asc, eq, isNull, lte, or, type SQL } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { users } from "#db/tables/accounts.ts";
import { Refusal } from "../refusal.ts";
import { emailKey } from "./profile/account-fields.rules.ts";
import { isInternationalPhone } from "./profile/phone.rules.ts";
import type { Role, User } from "./user.ts";

/** The columns of a User. */
export const userColumns = {
  id: users.id,
  email: users.email,
  phone: users.phone,
  firstName: users.firstName,
  lastName: users.lastName,
  role: users.role,
  createdAt: users.createdAt,
  disabledAt: users.disabledAt,
};

export interface NewUser {
  email: string;
  phone: string | null;
  firstName: string;
  lastName: string;
  role: Role;
  passwordHash: string;
}

/** Adds an account. @returns undefined if the address already has one */
export async function addUser(db: Database, user: NewUser, now: Date): Promise<User | undefined> {
  const [added] = await db
    .insert(users)
    .values({ ...user, emailKey: emailKey(user.email), passwordChangedAt: now, createdAt: now })
    .onConflictDoNothing()
    .returning(userColumns);
  return added;
}

export async function findUser(db: Database, id: number): Promise<User | undefined> {
  const [user] = await db.select(userColumns).from(users).where(eq(users.id, id));
  return user;
}

/**
 * Finds the account that a link was requested for, and locks its row until the transaction ends. Undefined if the
 * account is disabled or gone, or its password was changed since the request.
 */
export async function lockUserSince(db: Database, id: number, requestedAt: Date): Promise<User | undefined> {
  const [user] = await db
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.disabledAt), lte(users.passwordChangedAt, requestedAt)))
    .for("share");
  return user;
}

/** How many accounts with the same phone number are tried at sign-in. */
export const maxUsersPerPhone = 3;

/** Returns the condition for accounts with this email or international phone number. */
export function loginCondition(login: string): SQL | undefined {
  return or(eq(users.emailKey, emailKey(login)), isInternationalPhone(login) ? eq(users.phone, login) : undefined);
}

/** Finds the accounts that a login may mean, oldest first. */
export async function findSignInUsers(db: Database, login: string): Promise<User[]> {
  return db.select(userColumns).from(users).where(loginCondition(login)).orderBy(asc(users.id)).limit(maxUsersPerPhone);
}

/** Returns a user by email. @throws Refusal user_unknown */
export async function getUserByEmail(db: Database, email: string): Promise<User> {
  const [user] = await db
    .select(userColumns)
    .from(users)
    .where(eq(users.emailKey, emailKey(email)));
  if (!user) throw new Refusal("user_unknown", { email });
  return user;
}

/** Lists all accounts, oldest first. */
export async function listUsers(db: Database): Promise<User[]> {
  return db.select(userColumns).from(users).orderBy(asc(users.id));
}
