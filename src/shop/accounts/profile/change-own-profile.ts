import { eq } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { users } from "#db/tables/accounts.ts";
import { authors } from "#db/tables/content.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../../refusal.ts";
import { detailsFaults } from "../registration.rules.ts";
import type { User } from "../user.ts";

/** What a user can change without the password; what is missing stays. */
export interface OwnProfile {
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** Published with the user's articles, as the two below. */
  description?: string | undefined;
  /** The user's own site. */
  url?: string | undefined;
}

/** Changes a user's names, and what articles say about the user if there are any. @throws Refusal account_invalid */
export async function changeOwnProfile(db: Database, user: User, change: OwnProfile): Promise<void> {
  const { firstName = user.firstName, lastName = user.lastName, description, url } = change;
  const faults = detailsFaults({ firstName, lastName, phone: user.phone ?? "" });
  if (Object.keys(faults).length > 0) throw new Refusal("account_invalid", faults);
  await inTransaction(db, async (db) => {
    await db.update(users).set({ firstName, lastName }).where(eq(users.id, user.id));
    if (description === undefined && url === undefined) return;
    const published = { ...(description !== undefined && { bio: description }), ...(url !== undefined && { url }) };
    const changed = await db
      .update(authors)
      .set(published)
      .where(eq(authors.userId, user.id))
      .returning({ id: authors.id });
    await announceChange(
      db,
      changed.map(({ id }) => `author:${id}` as const),
    );
  });
}
