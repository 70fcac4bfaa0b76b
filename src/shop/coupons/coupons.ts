import { and, asc, eq, getTableColumns, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { isTakenValue } from "#db/retry-on-conflict.ts";
import { coupons } from "#db/tables/coupons.ts";
import { Refusal } from "../refusal.ts";
import type { Coupon } from "./coupon.ts";
import { couponKey } from "./coupon-code.rules.ts";

/** The columns of a Coupon. */
export const couponColumns = (({ codeKey: _key, createdAt: _at, ...columns }) => columns)(getTableColumns(coupons));

/** What a shopkeeper says of a new coupon. */
export type NewCoupon = Omit<Coupon, "id" | "used" | "disabledAt">;

/** The coupon that somebody's spelling of a code means, if it is in force. */
export async function findCoupon(db: Database, code: string): Promise<Coupon | undefined> {
  const key = couponKey(code);
  if (key === "") return undefined;
  const isMeant = and(eq(coupons.codeKey, key), isNull(coupons.disabledAt));
  const [coupon] = await db.select(couponColumns).from(coupons).where(isMeant);
  return coupon;
}

/** All coupons, those that are out of force included, by code. */
export async function listCoupons(db: Database): Promise<Coupon[]> {
  return db.select(couponColumns).from(coupons).orderBy(asc(coupons.code));
}

/** Puts a coupon in force. @throws Refusal coupon_invalid, coupon_exists when a code that looks like it was ever given. */
export async function addCoupon(db: Database, coupon: NewCoupon, now: Date): Promise<void> {
  const { code } = coupon;
  const codeKey = couponKey(code);
  if (codeKey === "" || code.length > 60) throw new Refusal("coupon_invalid", { code, field: "code" });
  const lists = {
    allowedEmails: [...coupon.allowedEmails],
    productIds: [...coupon.productIds],
    excludedProductIds: [...coupon.excludedProductIds],
    categoryIds: [...coupon.categoryIds],
    excludedCategoryIds: [...coupon.excludedCategoryIds],
  };
  try {
    await db.insert(coupons).values({ ...coupon, ...lists, codeKey, createdAt: now });
  } catch (error) {
    if (isTakenValue(error)) throw new Refusal("coupon_exists", { code });
    throw error;
  }
}

/** Puts a coupon out of force; orders that used it keep what it took off. @throws Refusal coupon_unknown. */
export async function disableCoupon(db: Database, code: string, now: Date): Promise<void> {
  const isMeant = and(eq(coupons.codeKey, couponKey(code)), isNull(coupons.disabledAt));
  const disabled = await db.update(coupons).set({ disabledAt: now }).where(isMeant).returning({ id: coupons.id });
  if (disabled.length === 0) throw new Refusal("coupon_unknown", { code });
}

/** Puts a coupon that was out of force in force again. @throws Refusal coupon_unknown when there is none that is out of force */
export async function enableCoupon(db: Database, code: string): Promise<void> {
  const isMeant = and(eq(coupons.codeKey, couponKey(code)), isNotNull(coupons.disabledAt));
  const enabled = await db.update(coupons).set({ disabledAt: null }).where(isMeant).returning({ id: coupons.id });
  if (enabled.length === 0) throw new Refusal("coupon_unknown", { code });
}
