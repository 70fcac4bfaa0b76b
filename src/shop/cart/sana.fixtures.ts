import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { Session } from "../accounts/sessions/sessions.ts";
import { beginUserSession } from "../accounts/sessions/user-sessions.ts";
import type { User } from "../accounts/user.ts";
import { addUser } from "../accounts/users.ts";
import { noon } from "./cart.fixtures.ts";

export const passwordHash = "$argon2id$v=19$m=1,t=1,p=1$c2FsdA$aGFzaA";

/** Adds the user Sana, or one with another address. */
export async function addSana(db: Database, email = "sana@example.com"): Promise<User> {
  const person = { email, phone: null, firstName: "Sana", lastName: "", role: "customer" as const };
  const user = await addUser(db, { ...person, passwordHash }, noon);
  if (!user) throw new Error("No user");
  return user;
}

/** Adds Sana to a shop without other accounts. */
export async function addOnlySana(db: Database): Promise<User> {
  await db.execute(sql`delete from users`);
  return addSana(db);
}

/** Signs a user in for two days: in a browser of its own, or in the guest session `guestId`. */
export function signIn(db: Database, user: User, guestId?: number, now = noon): Promise<Session> {
  const tokenHash = createHash("sha256").update(randomBytes(9)).digest();
  const customerKey = `t_${randomBytes(15).toString("hex")}`;
  const expiresAt = new Date(now.getTime() + 2 * 86_400_000);
  const own = { tokenHash, customerKey, isRemembered: false, now, expiresAt };
  const guest = guestId === undefined ? undefined : { ...own, id: guestId, renewedAt: now, user: null };
  return beginUserSession(db, { user, passwordHash }, guest, own);
}
