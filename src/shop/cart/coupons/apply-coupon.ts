import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { addressPrefix } from "#platform/network-address.ts";
import { maxCartCoupons } from "../../accounts/sessions/cart-rules.ts";
import type { CartCoupon, Coupon } from "../../coupons/coupon.ts";
import { findCoupon } from "../../coupons/coupons.ts";
import { refuseOtherEmails, refuseOverused, type Shopper } from "../../coupons/shopper.ts";
import { consumeLimit, type LimitUse, releaseLimits } from "../../rate-limits.ts";
import { Refusal } from "../../refusal.ts";
import type { TaxedSettings } from "../../taxes/tax-terms.rules.ts";
import { withCartLocked } from "../cart-lock.ts";
import { getCart } from "../carts.ts";
import { dropCoupons, listCartCoupons } from "./cart-coupons.ts";

/** A coupon code that a shopper enters. */
export interface CouponEntry {
  /** null: a shopper without a cart. */
  sessionId: number | null;
  code: string;
  /** The shopper as far as known; checked again when the order is placed. */
  shopper: Shopper;
  /** The email address that the shopper gave; "" if unknown. */
  email: string;
  /** The address that the request came from. */
  ip: string;
}

/** The result of entering a coupon; codes as the shop spells them. */
export interface AppliedCoupon {
  code: string;
  /** The codes that an individual-use coupon removed. */
  removed: readonly string[];
}

/**
 * Adds a coupon to a cart; an individual-use coupon removes the others.
 * @throws Refusal coupon_missing, coupon_unknown, too_many_tries (for any code after too many wrong ones; details: minutes),
 * coupon_applied_already, coupon_not_combinable (details: the individual-use coupon), coupon_too_many, coupon_not_for_email,
 * coupon_used_by_shopper; cart_empty; and when it does not apply to the cart: coupon_not_begun, coupon_expired, coupon_used_up,
 * coupon_not_for_these, coupon_only_full_price, coupon_minimum, coupon_maximum, coupon_takes_nothing
 */
export async function applyCoupon(
  db: Database,
  entry: CouponEntry,
  settings: TaxedSettings,
  now: Date,
): Promise<AppliedCoupon> {
  const { sessionId } = entry;
  if (entry.code.trim() === "") throw new Refusal("coupon_missing");
  const coupon = await findGuessed(db, entry, now);
  if (sessionId === null) throw new Refusal("cart_empty");
  return withCartLocked(db, sessionId, now, async (db, cartId) => {
    const removed = await makeRoom(db, cartId, coupon);
    // The `select` inserts nothing when the session has ended meanwhile.
    await db.execute(sql`insert into cart_coupons (session_id, coupon_id, entered_at)
      select id, ${coupon.id}, ${now.toISOString()}::timestamptz from sessions where id = ${cartId}`);
    // Whether a coupon applies does not depend on the destination.
    const cart = await getCart(db, cartId, settings, now, { zones: [] });
    if (cart.lines.length === 0) throw new Refusal("cart_empty");
    const refused = cart.refusedCoupons.find(({ couponId }) => couponId === coupon.id);
    if (refused) throw refused.refusal;
    if (entry.email !== "") refuseOtherEmails([coupon], entry.email);
    await refuseOverused(db, [coupon], entry.shopper);
    return { code: coupon.code, removed };
  });
}

/** Wrong codes of a visitor that count less against the address: many visitors may share it. */
const firstTries = 3;

/** Finds the coupon of a code. @throws Refusal coupon_unknown, too_many_tries after too many wrong codes, for any code */
async function findGuessed(db: Database, { sessionId: session, ip, code }: CouponEntry, now: Date): Promise<Coupon> {
  const own: LimitUse[] = session === null ? [] : [{ limit: "couponBySession", session }];
  const address = addressPrefix(ip);
  const [tries = 1] = await Promise.all(own.map((use) => consumeLimit(db, use, now)));
  const isFirst = session !== null && tries <= firstTries;
  const shared: LimitUse = isFirst
    ? { limit: "firstCouponsByAddress", address }
    : { limit: "couponByAddress", address };
  await consumeLimit(db, shared, now);
  const coupon = await findCoupon(db, code);
  if (!coupon) throw new Refusal("coupon_unknown", { code: code.trim() });
  await releaseLimits(db, [...own, shared]);
  return coupon;
}

/** @returns the removed codes */
async function makeRoom(db: Database, cartId: number, coupon: Coupon): Promise<string[]> {
  const present: CartCoupon[] = await listCartCoupons(db, cartId);
  const { code } = coupon;
  if (present.some(({ id }) => id === coupon.id)) throw new Refusal("coupon_applied_already", { code });
  const alone = present.find(({ isIndividual }) => isIndividual);
  if (alone) throw new Refusal("coupon_not_combinable", { code, alone: alone.code });
  if (!coupon.isIndividual) {
    if (present.length >= maxCartCoupons) throw new Refusal("coupon_too_many", { max: maxCartCoupons });
    return [];
  }
  await dropCoupons(
    db,
    cartId,
    present.map(({ id }) => id),
  );
  return present.map((one) => one.code);
}
