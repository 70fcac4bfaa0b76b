import { randomBytes } from "node:crypto";
import type { Database } from "#db/database.ts";
import { addCoupon, type NewCoupon } from "./coupons.ts";

/** 10 % on everything for everybody, without an end date. */
export const tenPercent = {
  kind: "percent",
  amount: 1000,
  minimumSpend: null,
  maximumSpend: null,
  startsAt: null,
  endsAt: null,
  usageLimit: null,
  usageLimitPerShopper: null,
  isIndividual: false,
  excludesReduced: false,
  allowedEmails: [],
  productIds: [],
  excludedProductIds: [],
  categoryIds: [],
  excludedCategoryIds: [],
} as const satisfies Omit<NewCoupon, "code">;

/** Adds a coupon of 10 % on everything for everybody, unless `given` says otherwise. @returns its code */
export async function giveCoupon(db: Database, given: Partial<NewCoupon> = {}): Promise<string> {
  const coupon = { ...tenPercent, code: `TEN-${randomBytes(4).toString("hex").toUpperCase()}`, ...given };
  await addCoupon(db, coupon, new Date("2026-11-01T00:00:00Z"));
  return coupon.code;
}
