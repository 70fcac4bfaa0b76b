import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";

/** SQL: whether an order still has to be paid, sent or decided about. */
export const isOpen = sql`status in ('pending', 'on-hold', 'processing')`;

/** SQL for an address of which only country and province are left, which taxes and reports need. */
const anonymous = (address: SQL) => sql`coalesce((
  select jsonb_object_agg(key, case when key in ('country', 'state') or jsonb_typeof(value) <> 'string' then value
    else '""'::jsonb end)
  from jsonb_each(${address})), '{}'::jsonb)`;

/** Parts of an order's attribution that may show who it was: the user agent, and addresses of pages. */
const identifying = sql`array['userAgent', 'referrer', 'sessionEntry', 'touches']`;

/**
 * Removes names, addresses, contacts and notes from the orders that a condition selects, who may open them by link, and the
 * mails about them, also those to the shop. Lines, amounts, country, province and source stay.
 * @returns how many orders it changed
 */
export async function anonymizeOrders(db: Database, condition: SQL, now: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with gone as (
      update orders set billing = ${anonymous(sql`billing`)}, shipping = ${anonymous(sql`shipping`)}, customer_note = '',
        phone = '', customer_ip = '', customer_agent = '', tracking = null, attribution = attribution - ${identifying}, session_id = null,
        registration_id = null, anonymized_at = ${now.toISOString()}::timestamptz
      where anonymized_at is null and ${condition} returning id
    ), coupons as (update order_coupons set email = '', phone = '' where order_id in (select id from gone)),
      viewers as (delete from order_viewers where order_id in (select id from gone)),
      mails as (delete from mail_outbox where mail_key in (
        select unnest(array['new-order:' || id, 'order-received:' || id, 'licences-due:' || id]) from gone
        union all select m.mail_key from mail_outbox m join gone on m.mail_key like 'licences:%:' || gone.id
        union all select 'order-status:' || e.id || ':' || e.order_id from order_events e join gone on gone.id = e.order_id)),
      notes as (update order_events set detail = '' where kind = 'note' and order_id in (select id from gone))
    select count(*)::int as count from gone`);
  return rows[0]?.count ?? 0;
}

/** Removes what is stored about the buyer's browser from the orders that a condition selects. @returns how many */
export async function removeTraces(db: Database, condition: SQL): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update orders set customer_ip = '', customer_agent = '', tracking = null, attribution = attribution - 'userAgent' where ${condition}`);
  return rowCount ?? 0;
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

/** Removes network addresses and user agents from at most `limit` orders that had them for long enough. @returns how many */
export async function removeOldTraces(
  db: Database,
  { order_trace_days: days }: { order_trace_days: number },
  now: Date,
  limit: number,
): Promise<number> {
  if (days === 0) return 0;
  return removeTraces(
    db,
    sql`id in (select id from orders where (customer_ip <> '' or customer_agent <> '' or tracking is not null)
      and created_at < ${daysBefore(now, days)}::timestamptz order by created_at limit ${limit} for no key update skip locked)`,
  );
}

/** Anonymizes at most `limit` closed orders without an account that are old enough. @returns how many */
export async function anonymizeOldOrders(
  db: Database,
  { guest_order_days: days }: { guest_order_days: number },
  now: Date,
  limit: number,
): Promise<number> {
  if (days === 0) return 0;
  return anonymizeOrders(
    db,
    sql`id in (select id from orders where user_id is null and anonymized_at is null and not ${isOpen}
      and created_at < ${daysBefore(now, days)}::timestamptz order by created_at limit ${limit} for no key update skip locked)`,
    now,
  );
}
