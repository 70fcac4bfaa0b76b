import type { Database } from "#db/database.ts";
import { findForbiddenCoupons, type Shopper } from "../../coupons/shopper.ts";
import type { Refusal } from "../../refusal.ts";
import type { CurrentCart } from "../cart.ts";
import { removeCoupon } from "./remove-coupon.ts";

/**
 * Removes the coupons that the shopper may not use from their cart, as placing an order would. Runs no statement when
 * no coupon is restricted to certain shoppers. @returns the reason for each removed coupon
 */
export async function dropForbiddenCoupons(
  db: Database,
  sessionId: number,
  { usedCoupons }: Pick<CurrentCart, "usedCoupons">,
  shopper: Shopper,
  now: Date,
): Promise<Refusal[]> {
  const coupons = usedCoupons.map(({ coupon }) => coupon);
  const refusals = await findForbiddenCoupons(db, coupons, shopper);
  for (const { details } of refusals) await removeCoupon(db, sessionId, String(details.code), now);
  return refusals;
}
