import { eq } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { users } from "#db/tables/accounts.ts";
import { authors } from "#db/tables/content.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../../refusal.ts";
import { detailsFaults } from "../registration.rules.ts";
import { setBannerDismissed } from "./user-meta.ts";

/** What a user can change without the password; what is missing stays. */
export interface OwnProfile {
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** Published with the user's articles, as `url`; ignored for users without any. */
  description?: string | undefined;
  /** The user's own site. */
  url?: string | undefined;
  /** Whether the coming-soon banner is hidden until the next sign-in. */
  isBannerDismissed?: boolean | undefined;
}

/** Changes a user's names, what articles say about the user, and the banner: all of it or nothing. @throws Refusal account_invalid */
export async function changeOwnProfile(db: Database, userId: number, change: OwnProfile): Promise<void> {
  const { firstName, lastName, description, url, isBannerDismissed } = change;
  const faults = detailsFaults({ firstName: firstName ?? "", lastName: lastName ?? "", phone: "" });
  if (Object.keys(faults).length > 0) throw new Refusal("account_invalid", faults);
  const names = { ...(firstName !== undefined && { firstName }), ...(lastName !== undefined && { lastName }) };
  const published = { ...(description !== undefined && { bio: description }), ...(url !== undefined && { url }) };
  await inTransaction(db, async (db) => {
    if (Object.keys(names).length > 0) await db.update(users).set(names).where(eq(users.id, userId));
    if (isBannerDismissed !== undefined) await setBannerDismissed(db, userId, isBannerDismissed);
    if (Object.keys(published).length === 0) return;
    const changed = await db
      .update(authors)
      .set(published)
      .where(eq(authors.userId, userId))
      .returning({ id: authors.id });
    await announceChange(
      db,
      changed.map(({ id }) => `author:${id}` as const),
    );
  });
}
