import { eq, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { coupons } from "#db/tables/coupons.ts";
import type { Amount } from "#platform/money.ts";
import { Refusal } from "../refusal.ts";
import { validityFault } from "./coupon.rules.ts";
import type { Coupon } from "./coupon.ts";
import { couponColumns } from "./coupons.ts";
import { refuseOtherEmails, refuseOverused, type Shopper } from "./shopper.ts";

/** A coupon and its reduction. */
export interface UsedCoupon {
  coupon: Coupon;
  amount: Amount;
}

/**
 * Counts an order's use of its coupons and stores their reductions. Limits are exact: a conditional update locks the
 * coupons' rows, in id order, until the commit.
 * @throws Refusal coupon_used_up, coupon_withdrawn, coupon_unknown, coupon_not_begun, coupon_expired,
 * coupon_not_for_email, coupon_needs_email, coupon_used_by_shopper; the transaction must not commit
 */
export async function takeCoupons(
  db: Database,
  orderId: number,
  used: readonly UsedCoupon[],
  shopper: Shopper,
  now: Date,
): Promise<void> {
  if (used.length === 0) return;
  const entered = used.map(({ coupon }) => coupon);
  refuseOtherEmails(entered, shopper.email);
  const taken = await takeUses(db, entered, now);
  const gone = entered.find((coupon) => !taken.has(coupon.id));
  if (gone) throw await refusalOf(db, gone, now);
  await refuseOverused(db, entered, shopper);
  const rows = used.map(({ coupon: { id, code, kind }, amount }, position) => {
    return { position, coupon_id: id, code, discount: amount, frees_delivery: kind === "free_delivery" };
  });
  await db.execute(sql`
    insert into order_coupons (order_id, position, coupon_id, code, discount, frees_delivery, user_id, email, phone)
    select ${orderId}, c.*, ${shopper.userId}, ${shopper.email}, ${shopper.phone}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c(position int, coupon_id bigint, code text, discount bigint, frees_delivery boolean)`);
}

/** Returns why a coupon could not be used, by its current state. */
async function refusalOf(db: Database, { id, code }: Coupon, now: Date): Promise<Refusal> {
  const [coupon] = await db.select(couponColumns).from(coupons).where(eq(coupons.id, id));
  const fault = coupon ? validityFault(coupon, now) : undefined;
  return new Refusal(fault?.code ?? "coupon_unknown", { code });
}

/** @returns the ids of the coupons that had a use left */
async function takeUses(db: Database, entered: readonly Coupon[], now: Date): Promise<Set<number>> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ id: number }>(sql`
    with held as (select id from coupons where id in ${entered.map(({ id }) => id)} order by id for no key update)
    update coupons c set used = c.used + 1 from held
    where c.id = held.id and c.disabled_at is null and (c.usage_limit is null or c.used < c.usage_limit)
      and (c.starts_at is null or c.starts_at <= ${at}) and (c.ends_at is null or c.ends_at > ${at})
    returning c.id`);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the coupon uses of a failed or cancelled order; repeated calls have no effect. */
export async function returnCoupons(db: Database, orderId: number, now: Date): Promise<void> {
  const { rows } = await db.execute<{ id: number | null }>(sql`
    update order_coupons set returned_at = ${now.toISOString()}::timestamptz
    where order_id = ${orderId} and returned_at is null returning coupon_id as id`);
  const ids = rows.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return;
  await db.execute(sql`
    with held as (select id from coupons where id in ${ids} order by id for no key update)
    update coupons c set used = c.used - 1 from held where c.id = held.id`);
}

/** A returned use of a coupon and its shopper. */
type GivenBack = Shopper & { id: number | null; code: string };

/**
 * Takes the coupon uses of a reopened order again. The reductions stay, even if the coupons are disabled now.
 * @throws Refusal coupon_used_up if no use is left, coupon_used_by_shopper if the shopper has none left; the
 * transaction must not commit
 */
export async function retakeCoupons(db: Database, orderId: number): Promise<void> {
  const { rows } = await db.execute<GivenBack & Record<string, unknown>>(sql`
    select coupon_id as id, code, user_id as "userId", email, phone from order_coupons
    where order_id = ${orderId} and returned_at is not null order by position`);
  const ids = rows.flatMap(({ id }) => id ?? []);
  if (ids.length > 0) await retakeUses(db, rows, ids);
  await db.execute(sql`update order_coupons set returned_at = null where order_id = ${orderId}`);
}

/** Locks the coupons' rows; the order does not count as one of the shopper's yet. */
async function retakeUses(db: Database, given: readonly GivenBack[], ids: readonly number[]): Promise<void> {
  const { rows: taken } = await db.execute<Pick<Coupon, "id" | "usageLimitPerShopper">>(sql`
    with held as (select id from coupons where id in ${ids} order by id for no key update)
    update coupons c set used = c.used + 1 from held
    where c.id = held.id and (c.usage_limit is null or c.used < c.usage_limit)
    returning c.id, c.usage_limit_per_shopper as "usageLimitPerShopper"`);
  const again = new Set(taken.map(({ id }) => id));
  const gone = given.find(({ id }) => id !== null && !again.has(id));
  if (gone) throw new Refusal("coupon_used_up", { code: gone.code });
  const [shopper] = given;
  if (shopper) await refuseOverused(db, taken, shopper);
}
