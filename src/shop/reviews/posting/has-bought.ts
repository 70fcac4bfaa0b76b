import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { may } from "../../accounts/permissions.rules.ts";
import type { Role } from "../../accounts/user.ts";

/** SQL condition: the order `o` counts as bought. */
export const boughtOrder = sql`o.status in ('processing', 'completed')`;

/** Whether a user may review a product that only buyers can review: an order of the account has it, or it is staff's. */
export async function hasBought(db: Database, userId: number, productId: number): Promise<boolean> {
  const { rows } = await db.execute<{ role: Role; isBuyer: boolean }>(sql`
    select u.role, exists (select from orders o join order_lines l on l.order_id = o.id
      where o.user_id = u.id and l.product_id = ${productId} and ${boughtOrder}) as "isBuyer"
    from users u where u.id = ${userId}`);
  return rows.some(({ role, isBuyer }) => isBuyer || may(role, "change", "reviews"));
}
