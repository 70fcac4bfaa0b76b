import { and, asc, eq, getTableColumns, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { isTakenValue } from "#db/retry-on-conflict.ts";
import { coupons } from "#db/tables/coupons.ts";
import { Refusal } from "../refusal.ts";
import type { Coupon } from "./coupon.ts";
import { couponKey } from "./coupon-code.rules.ts";

/** The columns of a Coupon. */
export const couponColumns = (({ codeKey: _key, createdAt: _at, ...columns }) => columns)(getTableColumns(coupons));

/** A coupon to add. */
export type NewCoupon = Omit<Coupon, "id" | "used" | "disabledAt">;

/** Finds the enabled coupon of a code in any spelling. */
export async function findCoupon(db: Database, code: string): Promise<Coupon | undefined> {
  const key = couponKey(code);
  if (key === "") return undefined;
  const isMeant = and(eq(coupons.codeKey, key), isNull(coupons.disabledAt));
  const [coupon] = await db.select(couponColumns).from(coupons).where(isMeant);
  return coupon;
}

/** Lists all coupons by code, including disabled ones. */
export async function listCoupons(db: Database): Promise<Coupon[]> {
  return db.select(couponColumns).from(coupons).orderBy(asc(coupons.code));
}

/** Adds a coupon. @throws Refusal coupon_invalid; coupon_exists if a code with the same key was ever used */
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

/** Disables a coupon; orders keep its reductions. @throws Refusal coupon_unknown */
export async function disableCoupon(db: Database, code: string, now: Date): Promise<void> {
  const isMeant = and(eq(coupons.codeKey, couponKey(code)), isNull(coupons.disabledAt));
  const disabled = await db.update(coupons).set({ disabledAt: now }).where(isMeant).returning({ id: coupons.id });
  if (disabled.length === 0) throw new Refusal("coupon_unknown", { code });
}

/** Enables a disabled coupon. @throws Refusal coupon_unknown if no disabled coupon has this code */
export async function enableCoupon(db: Database, code: string): Promise<void> {
  const isMeant = and(eq(coupons.codeKey, couponKey(code)), isNotNull(coupons.disabledAt));
  const enabled = await db.update(coupons).set({ disabledAt: null }).where(isMeant).returning({ id: coupons.id });
  if (enabled.length === 0) throw new Refusal("coupon_unknown", { code });
}
