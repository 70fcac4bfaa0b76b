import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";

/** Gives somebody whose account has been opened the orders with which it was asked for. An order that has an owner keeps him. */
export async function claimOrders(db: Database, userId: number, registrationIds: readonly number[]): Promise<void> {
  const ids: SQL[] = registrationIds.map((id) => sql`${id}`);
  if (ids.length === 0) return;
  await db.execute(sql`update orders set user_id = users.id, is_of_account = true from users
    where users.id = ${userId} and orders.registration_id in (${sql.join(ids, sql`, `)}) and orders.user_id is null
      and not orders.is_of_account`);
}
