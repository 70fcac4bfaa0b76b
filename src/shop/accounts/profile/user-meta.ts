import { and, eq } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { userMeta } from "#db/tables/accounts.ts";
import type { Attribution } from "../../attribution/attribution.rules.ts";

/** Where the user came from: fields of shop/attribution, in JSON. */
const originKey = "chowk_attribution";

/** The protocol's key for a dismissed coming-soon banner. */
const bannerDismissed = "woocommerce_admin_coming_soon_banner_dismissed";

/** Returns whether a user has dismissed the coming-soon banner since signing in. */
export async function isBannerDismissed(db: Database, userId: number): Promise<boolean> {
  const [row] = await db.select({ value: userMeta.value }).from(userMeta).where(metaOf(userId));
  return row?.value === "yes";
}

export async function setBannerDismissed(db: Database, userId: number, isDismissed: boolean): Promise<void> {
  const value = isDismissed ? "yes" : "no";
  await db
    .insert(userMeta)
    .values({ userId, key: bannerDismissed, value })
    .onConflictDoUpdate({ target: [userMeta.userId, userMeta.key], set: { value } });
}

/** Shows the banner again; called at sign-in. */
export async function resetBanner(db: Database, userId: number): Promise<void> {
  await db.update(userMeta).set({ value: "no" }).where(metaOf(userId));
}

/** Stores where a new user came from. */
export async function storeUserOrigin(db: Database, userId: number, origin: Attribution): Promise<void> {
  await db.insert(userMeta).values({ userId, key: originKey, value: JSON.stringify(origin) });
}

function metaOf(userId: number) {
  return and(eq(userMeta.userId, userId), eq(userMeta.key, bannerDismissed));
}
