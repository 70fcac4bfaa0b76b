import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { emailKey, isEmail } from "../accounts/profile/account-fields.rules.ts";
import { internationalPhone } from "../accounts/profile/phone.rules.ts";
import { Refusal } from "../refusal.ts";
import { isAllowedEmail } from "./coupon.rules.ts";
import type { Coupon } from "./coupon.ts";

/** Identifies a shopper whose coupon uses are counted. */
export interface Shopper {
  /** null: a guest. */
  userId: number | null;
  /** Normalised for comparison; "" if not given. */
  email: string;
  phone: string;
}

/** The properties of a coupon that limit its uses per shopper. */
type Counted = Pick<Coupon, "id" | "usageLimitPerShopper">;

/** Returns a user or guest with their address and phone number. */
export function shopperOf(userId: number | null, email: string, phone: string): Shopper {
  return { userId, email: emailKey(email), phone: phone === "" ? "" : internationalPhone(phone) };
}

/**
 * Refuses coupons that are for other addresses. @throws Refusal coupon_not_for_email; coupon_needs_email if no address
 * is known yet
 */
export function refuseOtherEmails(coupons: readonly Coupon[], email: string): void {
  const [foreign] = findOtherEmails(coupons, email);
  if (foreign) throw foreign;
}

/** Returns a refusal for each coupon that is for other addresses. */
function findOtherEmails(coupons: readonly Coupon[], email: string): Refusal[] {
  const foreign = coupons.filter((coupon) => !isAllowedEmail(coupon, email));
  const reason = email === "" ? "coupon_needs_email" : "coupon_not_for_email";
  return foreign.map(({ code }) => new Refusal(reason, { code }));
}

/**
 * Returns a refusal for each coupon that the shopper may not use: it is for other addresses, or used up by them. A
 * missing or incomplete address matches no restriction. At most one statement.
 */
export async function findForbiddenCoupons(
  db: Database,
  coupons: readonly Coupon[],
  shopper: Shopper,
): Promise<Refusal[]> {
  const foreign = isEmail(shopper.email) ? findOtherEmails(coupons, shopper.email) : [];
  const codes = new Set(foreign.map(({ details }) => details.code));
  const others = coupons.filter(({ code }) => !codes.has(code));
  return [...foreign, ...(await findOverused(db, others, shopper))];
}

/**
 * Refuses coupons that a shopper has used up. Within an order's transaction, call it while the coupons' rows are
 * locked: then it is exact.
 * @throws Refusal coupon_used_by_shopper
 */
export async function refuseOverused(db: Database, coupons: readonly Counted[], shopper: Shopper): Promise<void> {
  const [overused] = await findOverused(db, coupons, shopper);
  if (overused) throw overused;
}

async function findOverused(db: Database, coupons: readonly Counted[], shopper: Shopper): Promise<Refusal[]> {
  const counted = coupons.filter((coupon) => coupon.usageLimitPerShopper !== null).map(({ id }) => id);
  if (counted.length === 0) return [];
  const { rows } = await db.execute<{ code: string }>(sql`
    select c.code from coupons c where c.id in ${counted} and c.usage_limit_per_shopper <= (
      select count(distinct u.order_id) from (
        select o.order_id from order_coupons o where o.coupon_id = c.id and o.returned_at is null
          and o.user_id = ${shopper.userId}::bigint
        union all select o.order_id from order_coupons o where o.coupon_id = c.id and o.returned_at is null
          and o.email = ${shopper.email} and o.email <> ''
        union all select o.order_id from order_coupons o where o.coupon_id = c.id and o.returned_at is null
          and o.phone = ${shopper.phone} and o.phone <> '') u)
    order by c.id`);
  return rows.map(({ code }) => new Refusal("coupon_used_by_shopper", { code }));
}
