import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { may } from "../../accounts/permissions.rules.ts";
import type { User } from "../../accounts/user.ts";

/** SQL condition: the order `o` counts as bought. */
export const boughtOrder = sql`o.status in ('processing', 'completed')`;

/**
 * Returns whether a user may review a product that only buyers can review: an order of the account has it, or it is staff's.
 * @param user as the session has it, which may grant less than the account's role
 */
export async function hasBought(db: Database, user: Pick<User, "id" | "role">, productId: number): Promise<boolean> {
  if (may(user.role, "change", "reviews")) return true;
  const { rows } = await db.execute(sql`
    select from orders o join order_lines l on l.order_id = o.id
    where o.user_id = ${user.id} and l.product_id = ${productId} and ${boughtOrder} limit 1`);
  return rows.length > 0;
}
