import type { Database } from "#db/database.ts";
import { cartCoupons } from "#db/tables/coupons.ts";
import type { CartCoupon, Coupon } from "../coupons/coupon.ts";
import { findCoupon } from "../coupons/coupons.ts";
import { refuseForeign, refuseOverused, type Shopper } from "../coupons/shopper.ts";
import { Refusal } from "../refusal.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { dropCoupons, listCartCoupons } from "./cart-coupons.ts";
import { withCartLocked } from "./cart-lock.ts";
import { getCart } from "./carts.ts";

/** As many coupons one cart takes. */
const mostCoupons = 10;

/** What somebody types to pay less. */
export interface CouponEntry {
  /** null: somebody who has no cart. */
  sessionId: number | null;
  code: string;
  /** As far as he is known by now; an order asks again. */
  shopper: Shopper;
  /** The address that he says is his; "": not known yet. */
  email: string;
}

/**
 * Puts a coupon into a cart; one that wants to be alone puts the others out. @returns its code as the shop spells it
 * @throws Refusal coupon_missing, coupon_unknown, coupon_applied_already, coupon_not_beside (details: the one that is
 * alone), coupon_too_many, coupon_not_for_email, coupon_used_by_shopper; cart_empty; and why it does nothing for the cart:
 * coupon_not_begun, coupon_expired, coupon_used_up, coupon_not_for_these, coupon_only_full_price, coupon_minimum,
 * coupon_maximum
 */
export async function applyCoupon(db: Database, entry: CouponEntry, settings: Settings, now: Date): Promise<string> {
  if (entry.code.trim() === "") throw new Refusal("coupon_missing");
  const coupon = await findCoupon(db, entry.code);
  if (!coupon) throw new Refusal("coupon_unknown", { code: entry.code.trim() });
  const { sessionId } = entry;
  if (sessionId === null) throw new Refusal("cart_empty");
  return withCartLocked(db, sessionId, async (db) => {
    await makeRoom(db, sessionId, coupon);
    await db.insert(cartCoupons).values({ sessionId, couponId: coupon.id, enteredAt: now });
    const cart = await getCart(db, sessionId, settings, now);
    if (cart.lines.length === 0) throw new Refusal("cart_empty");
    const refused = cart.refusedCoupons.find(({ couponId }) => couponId === coupon.id);
    if (refused) throw refused.refusal;
    if (entry.email !== "") refuseForeign([coupon], entry.email);
    await refuseOverused(db, [coupon], entry.shopper);
    return coupon.code;
  });
}

async function makeRoom(db: Database, sessionId: number, coupon: Coupon): Promise<void> {
  const present: CartCoupon[] = await listCartCoupons(db, sessionId);
  const { code } = coupon;
  if (present.some(({ id }) => id === coupon.id)) throw new Refusal("coupon_applied_already", { code });
  const alone = present.find(({ isIndividual }) => isIndividual);
  if (alone) throw new Refusal("coupon_not_beside", { code, alone: alone.code });
  if (coupon.isIndividual)
    await dropCoupons(
      db,
      sessionId,
      present.map(({ id }) => id),
    );
  else if (present.length >= mostCoupons) throw new Refusal("coupon_too_many", { most: mostCoupons });
}
