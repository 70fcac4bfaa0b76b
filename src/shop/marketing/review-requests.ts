import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { type DueMail, mayMail, type Taken, takeMarketingMails } from "./marketing-mails.ts";

/** An order whose buyer is to be asked for reviews. */
export interface ReviewRequest extends DueMail {
  orderId: number;
  /** "" if the order has none. */
  firstName: string;
  /** Those that take reviews and have none by the buyer. */
  products: readonly { name: string; slug: string }[];
}

const dayMs = 86_400_000;

/** For how many days after its time an order is still asked about, so that turning the setting on asks about no old orders. */
const openDays = 14;

/** Days between two requests to the same address. */
const pauseDays = 7;

/** Products in one mail. */
const maxProducts = 10;

/**
 * Records at most `limit` requests for reviews as sent, one for an order and one for an address at a time, and returns them. Call
 * it in the transaction that writes the mails. Refunded and reopened orders are left out, and so are guests where only accounts
 * may write reviews.
 * @returns `isMore`: whether others may be due
 */
export async function takeReviewRequests(
  db: Database,
  settings: Settings,
  now: Date,
  limit: number,
): Promise<{ requests: Taken<ReviewRequest>[]; isMore: boolean }> {
  const due = await listDue(db, settings, now, limit);
  return { requests: await takeMarketingMails(db, "review-request", due, now), isMore: due.length === limit };
}

async function listDue(db: Database, settings: Settings, now: Date, limit: number): Promise<ReviewRequest[]> {
  const { review_request_days: days, review_needs_account, review_verified_only } = settings;
  const at = (daysAgo: number) => sql`${new Date(now.getTime() - daysAgo * dayMs).toISOString()}::timestamptz`;
  const email = sql`lower(o.billing ->> 'email')`;
  const needsAccount = review_needs_account === "yes" || review_verified_only === "yes";
  const { rows } = await db.execute<ReviewRequest & Record<string, unknown>>(sql`
    select distinct on (${email}) o.id::text as about, o.id::int as "orderId", ${email} as email,
      o.billing ->> 'firstName' as "firstName", reviewable.products
    from order_events e join orders o on o.id = e.order_id
      cross join lateral (
        select json_agg(json_build_object('name', p.name, 'slug', p.slug) order by p.position) as products
        from (
          select p.name, p.slug, min(l.position) as position from order_lines l join products p on p.id = l.product_id
          where l.order_id = o.id and p.status = 'publish' and p.type <> 'variation' and p.reviews_allowed
            and not exists (select from reviews r where r.product_id = p.id and r.kind = 'review' and r.parent_id is null
              and (r.user_id = o.user_id or lower(r.author_email) = ${email}))
          group by p.id order by position limit ${maxProducts}) p) reviewable
    where e.kind = 'status' and e.detail = 'completed'
      and e.happened_at > ${at(days + openDays)} and e.happened_at <= ${at(days)}
      and o.status = 'completed' and (${!needsAccount} or o.user_id is not null)
      and not exists (select from order_events later where later.order_id = o.id and later.kind = 'status' and later.id > e.id)
      and reviewable.products is not null and ${email} <> '' and ${mayMail(email, "review-request", pauseStart(now))}
      and not exists (select from marketing_mails where kind = 'review-request' and about = o.id::text)
    order by ${email}, e.happened_at, o.id limit ${limit}`);
  return rows;
}

function pauseStart(now: Date): Date {
  return new Date(now.getTime() - pauseDays * dayMs);
}
