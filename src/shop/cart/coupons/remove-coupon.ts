import type { Database } from "#db/database.ts";
import { couponKey } from "../../coupons/coupon-code.rules.ts";
import { Refusal } from "../../refusal.ts";
import { withCartLocked } from "../cart-lock.ts";
import { dropCoupons, listCartCoupons } from "./cart-coupons.ts";

/**
 * Takes a coupon out of a cart; one that is not in it, or of somebody without a cart, is out of it already.
 * @returns whether it was in it
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
