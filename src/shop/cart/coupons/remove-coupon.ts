import type { Database } from "#db/database.ts";
import { couponKey } from "../../coupons/coupon-code.rules.ts";
import { Refusal } from "../../refusal.ts";
import { withCartLocked } from "../cart-lock.ts";
import { dropCoupons, listCartCoupons } from "./cart-coupons.ts";

/**
 * Removes a coupon from a cart. Does nothing if it is not in the cart, or if there is no cart.
 * @returns whether it was in the cart
 * @throws Refusal coupon_missing
 */
export async function removeCoupon(db: Database, sessionId: number | null, code: string, now: Date): Promise<boolean> {
  const key = couponKey(code);
  if (key === "") throw new Refusal("coupon_missing");
  if (sessionId === null) return false;
  return withCartLocked(db, sessionId, now, async (db, cartId) => {
    const present = await listCartCoupons(db, cartId);
    const meant = present.filter((coupon) => couponKey(coupon.code) === key);
    await dropCoupons(
      db,
      cartId,
      meant.map(({ id }) => id),
    );
    return meant.length > 0;
  });
}
