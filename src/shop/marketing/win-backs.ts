import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { type DueMail, mayMail, takeMarketingMails } from "./marketing-mails.ts";

/** A subscriber of the newsletter who has not ordered for a while. */
export interface WinBack extends DueMail {
  /** "" if the last order has none. */
  firstName: string;
  lastOrderAt: Date;
  /** Ends the newsletter. */
  newsletterToken: string;
}

interface DueRow extends Record<string, unknown>, Omit<WinBack, "lastOrderAt"> {
  lastOrderAt: string;
}

const dayMs = 86_400_000;

/** For how many days after its time a mail is still sent, so that turning the setting on mails nobody who left long ago. */
const openDays = 30;

/**
 * Records at most `limit` mails as sent and returns them: to subscribers of the newsletter whose last order was the set days ago,
 * one for each last order. Call it in the transaction that writes the mails.
 * @returns `isMore`: whether others may be due
 */
export async function takeWinBacks(
  db: Database,
  { win_back_days: days }: Settings,
  now: Date,
  limit: number,
): Promise<{ winBacks: WinBack[]; isMore: boolean }> {
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * dayMs);
  const { rows } = await db.execute<DueRow>(sql`
    select distinct on (s.email) o.id::text as about, s.email, o.billing ->> 'firstName' as "firstName",
      o.created_at as "lastOrderAt", s.stop_token as "newsletterToken"
    from orders o join newsletter_subscribers s on s.email = lower(o.billing ->> 'email')
    where o.created_at > ${at(days + openDays).toISOString()}::timestamptz
      and o.created_at <= ${at(days).toISOString()}::timestamptz and o.status in ('processing', 'completed')
      and s.confirmed_at is not null and s.stopped_at is null and 'offers' <> all(s.unwanted)
      and not exists (select from orders n where lower(n.billing ->> 'email') = s.email and n.created_at > o.created_at)
      and not exists (select from orders n where n.user_id = o.user_id and n.created_at > o.created_at)
      and ${mayMail(sql`s.email`, "win-back", at(days))}
      and not exists (select from marketing_mails where kind = 'win-back' and about = o.id::text)
    order by s.email, o.id desc limit ${limit}`);
  const due = rows.map(({ lastOrderAt, ...row }) => ({ ...row, lastOrderAt: new Date(lastOrderAt) }));
  return { winBacks: await takeMarketingMails(db, "win-back", due, now), isMore: due.length === limit };
}
