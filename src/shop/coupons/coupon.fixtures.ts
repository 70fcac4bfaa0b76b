import { randomBytes } from "node:crypto";
import type { Database } from "#db/database.ts";
import { addCoupon, type NewCoupon } from "./coupons.ts";

/** Puts a coupon of 10 % in force, for everything and everybody unless `given` says otherwise. @returns its code */
export async function giveCoupon(db: Database, given: Partial<NewCoupon> = {}): Promise<string> {
  const coupon: NewCoupon = {
    code: `TEN-${randomBytes(4).toString("hex").toUpperCase()}`,
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
    ...given,
  };
  await addCoupon(db, coupon, new Date("2026-11-01T00:00:00Z"));
  return coupon.code;
}
