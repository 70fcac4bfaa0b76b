import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { addCoupon } from "../coupons/coupons.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { takeMarketingMails } from "./marketing-mails.ts";

/** A subscriber's coupon, to be mailed. */
export interface WelcomeCoupon {
  /** The coupon's code. */
  code: string;
  email: string;
  /** What it takes off, in percent. */
  percent: number;
  endsAt: Date;
  /** Ends the newsletter. */
  stopToken: string;
}

const dayMs = 86_400_000;

/** Letters and digits that are not mistaken for each other. */
const alphabet = "ACDEFGHJKMNPQRTUVWXY34679";

/**
 * Creates the coupon of a new subscriber: for one order with that address. An address gets one in its life. Call it in the
 * transaction that writes the mail. @returns undefined if the person is no subscriber, or the address had one
 */
export async function takeWelcomeCoupon(
  db: Database,
  subscriberId: number,
  settings: Settings,
  now: Date,
): Promise<WelcomeCoupon | undefined> {
  const { rows } = await db.execute<{ email: string; stopToken: string }>(sql`
    select email, stop_token as "stopToken" from newsletter_subscribers
    where id = ${subscriberId} and confirmed_at is not null and stopped_at is null`);
  const [subscriber] = rows;
  if (!subscriber) return undefined;
  const { email, stopToken } = subscriber;
  const [taken] = await takeMarketingMails(db, "welcome-coupon", [{ about: email, email }], now);
  if (!taken) return undefined;
  const code = `WELCOME-${Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join("")}`;
  const { welcome_coupon_percent: percent, welcome_coupon_days: days } = settings;
  const endsAt = new Date(now.getTime() + days * dayMs);
  await addCoupon(db, { ...wholeCart, code, amount: percent * 100, endsAt, allowedEmails: [email] }, now);
  await db.execute(sql`
    update marketing_mails set coupon_id = (select id from coupons where code = ${code})
    where kind = 'welcome-coupon' and about = ${email}`);
  return { code, email, percent, endsAt, stopToken };
}

/** One order, any products. */
const wholeCart = {
  kind: "percent",
  minimumSpend: null,
  maximumSpend: null,
  startsAt: null,
  usageLimit: 1,
  usageLimitPerShopper: 1,
  isIndividual: false,
  excludesReduced: false,
  productIds: [],
  excludedProductIds: [],
  categoryIds: [],
  excludedCategoryIds: [],
} as const;

/** How long (days) unused welcome coupons are kept after their end. */
const unusedDays = 30;

/** Deletes at most `limit` welcome coupons that ended unused. @returns the number deleted */
export async function deleteEndedWelcomeCoupons(db: Database, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - unusedDays * dayMs).toISOString();
  const { rowCount } = await db.execute(sql`
    delete from coupons where id in (
      select c.id from coupons c join marketing_mails m on m.coupon_id = c.id
      where c.used = 0 and c.ends_at < ${before}::timestamptz
        and not exists (select from order_coupons o where o.coupon_id = c.id)
      limit ${limit} for update of c skip locked)`);
  return rowCount ?? 0;
}
