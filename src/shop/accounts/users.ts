import { asc, eq, inArray } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { users } from "#db/tables/accounts.ts";
import { Refusal } from "../refusal.ts";
import { emailKey } from "./account-fields.rules.ts";
import type { Role, User } from "./user.ts";

/** What a User is read from. */
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

/** @returns undefined when the address has an account already. */
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

/** @throws Refusal user_unknown */
export async function getUserByEmail(db: Database, email: string): Promise<User> {
  const [user] = await db
    .select(userColumns)
    .from(users)
    .where(eq(users.emailKey, emailKey(email)));
  if (!user) throw new Refusal("user_unknown", { email });
  return user;
}

/** All accounts, or those of some roles, oldest first. */
export async function listUsers(db: Database, roles?: readonly Role[]): Promise<User[]> {
  return db
    .select(userColumns)
    .from(users)
    .where(roles ? inArray(users.role, [...roles]) : undefined)
    .orderBy(asc(users.id));
}
