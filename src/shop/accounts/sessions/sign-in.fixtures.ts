import { createHash, randomBytes } from "node:crypto";
import type { Database } from "#db/database.ts";
import { Refusal } from "../../refusal.ts";
import { saveAccount } from "../profile/save-account.ts";
import type { User } from "../user.ts";
import { addUser } from "../users.ts";
import { type SignIn, signIn } from "./sign-in.ts";
import type { NewSession } from "./user-sessions.ts";

/** The time in tests of signing in. */
export const now = new Date("2026-11-21T10:00:00Z");

export const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

/** Sana's password. */
export const password = "correct horse";

/** Adds a customer named Sana. */
export async function addPerson(
  db: Database,
  { email, phone, passwordHash }: { email: string; phone: string | null; passwordHash: string },
): Promise<User> {
  const user = await addUser(
    db,
    { email, phone, firstName: "Sana", lastName: "", role: "customer", passwordHash },
    now,
  );
  if (!user) throw new Error("taken");
  return user;
}

/** Returns the data of a new session with random secrets; it lasts an hour. */
export function freshSession(isRemembered = false): NewSession {
  return {
    tokenHash: createHash("sha256").update(randomBytes(8)).digest(),
    customerKey: `t_${randomBytes(15).toString("hex")}`,
    isRemembered,
    now,
    expiresAt: later(60),
  };
}

/** Changes a user's password from `password`. */
export function changePassword(db: Database, user: User, wanted: string) {
  const passwords = { current: password, password: wanted, again: wanted };
  const change = { email: user.email, firstName: "Sana", lastName: "", phone: "", ...passwords };
  const session = { id: 0, ...freshSession(), renewedAt: now, user };
  return saveAccount(db, { user, session }, change, freshSession(), now);
}

/** Returns Sana's sign-in, unless `more` says otherwise. */
export function signInOf(more: Partial<SignIn> = {}): SignIn {
  return { login: "sana@example.com", password, address: "203.0.113.7", device: null, proof: null, ...more };
}

/** Signs in. @returns the user's address, or the code of the refusal */
export function answerTo(db: Database, more: Partial<SignIn> = {}, at = now) {
  return signIn(db, signInOf(more), at).then(
    ({ user }) => user.email,
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  );
}
