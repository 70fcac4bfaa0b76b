import type { Database } from "#db/database.ts";
import { findOthers, type Shopper } from "../../coupons/shopper.ts";
import type { Refusal } from "../../refusal.ts";
import type { CurrentCart } from "../cart.ts";
import { removeCoupon } from "./remove-coupon.ts";

/**
 * Takes the coupons that the shopper shows to be another's out of his cart, as an order would. No statement for a cart whose
 * coupons are anybody's. @returns why each had to go
 */
export async function dropOthersCoupons(
  db: Database,
  sessionId: number,
  { usedCoupons }: Pick<CurrentCart, "usedCoupons">,
  shopper: Shopper,
  now: Date,
): Promise<Refusal[]> {
  const coupons = usedCoupons.map(({ coupon }) => coupon);
  const refusals = await findOthers(db, coupons, shopper);
  for (const { details } of refusals) await removeCoupon(db, sessionId, String(details.code), now);
  return refusals;
}
