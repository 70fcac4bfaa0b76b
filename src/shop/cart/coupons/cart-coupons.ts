import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";
import { cartCoupons, coupons } from "#db/tables/coupons.ts";
import type { CartCoupon } from "../../coupons/coupon.ts";
import { couponColumns } from "../../coupons/coupons.ts";

/** Lists the coupons of a session's cart in the order in which they were entered, including disabled ones. */
export async function listCartCoupons(db: Database, sessionId: number): Promise<CartCoupon[]> {
  const query = prepared(db, "cart_coupons_of_session", (db, name) =>
    db
      .select({
        ...couponColumns,
        inCategories: productsIn(sql`coupons.category_ids`),
        inExcludedCategories: productsIn(sql`coupons.excluded_category_ids`),
      })
      .from(cartCoupons)
      .innerJoin(coupons, eq(coupons.id, cartCoupons.couponId))
      .where(eq(cartCoupons.sessionId, sql`cart_of(${sql.placeholder("sessionId")})`))
      .orderBy(asc(cartCoupons.enteredAt), asc(cartCoupons.couponId))
      .prepare(name),
  );
  return query.execute({ sessionId });
}

/** SQL of the products in the cart that are in one of the categories or their subcategories. */
function productsIn(categories: SQL): SQL<number[]> {
  return sql`case when ${categories} = '{}' then '[]'::json else (
    with recursive placed (product_id, category_id) as (
      select pc.product_id, pc.category_id from cart_lines l join product_categories pc on pc.product_id = l.product_id
      where l.session_id = cart_coupons.session_id and l.removed_at is null
      union select placed.product_id, above.parent_id from placed join categories above on above.id = placed.category_id
      where above.parent_id is not null)
    select coalesce(json_agg(distinct placed.product_id), '[]'::json) from placed
    where placed.category_id = any(${categories})) end`;
}

/** Removes coupons from a locked cart. */
export async function dropCoupons(db: Database, cartId: number, couponIds: readonly number[]): Promise<void> {
  if (couponIds.length === 0) return;
  const own = and(eq(cartCoupons.sessionId, cartId), inArray(cartCoupons.couponId, [...couponIds]));
  await db.delete(cartCoupons).where(own);
}
