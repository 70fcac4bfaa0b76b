import { eq } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { users } from "#db/tables/accounts.ts";
import { Refusal } from "../refusal.ts";
import { type AccountDetails, detailsFaults } from "./registration.rules.ts";

/** Changes how somebody is called and reached. @throws Refusal account_invalid (details: a fault for each field) */
export async function changeDetails(db: Database, userId: number, details: AccountDetails): Promise<void> {
  const faults = detailsFaults(details);
  if (Object.keys(faults).length > 0) throw new Refusal("account_invalid", faults);
  const { firstName, lastName, phone } = details;
  await db
    .update(users)
    .set({ firstName, lastName, phone: phone || null })
    .where(eq(users.id, userId));
}
