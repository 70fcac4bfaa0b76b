import { randomBytes } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";

/** The marketing mails that the shop sends by itself. */
export type MarketingKind = "welcome-coupon" | "review-request" | "cart-reminder" | "win-back";

/** A mail that may be sent. */
export interface DueMail {
  /** What it is about; one mail of a kind is ever sent about it. */
  about: string;
  /** In lower case. */
  email: string;
}

/** Adds the token of the link that ends such mails. */
export type Taken<Mail> = Mail & { stopToken: string };

/**
 * Records mails as sent and returns those that were not recorded before, without addresses that refused them. Call it in the
 * transaction that writes the mails.
 */
export async function takeMarketingMails<Mail extends DueMail>(
  db: Database,
  kind: MarketingKind,
  due: readonly Mail[],
  now: Date,
): Promise<Taken<Mail>[]> {
  const given = due.map(({ about, email }) => ({ about, email, token: randomBytes(24).toString("base64url") }));
  // Rows in the same order everywhere, so that two hosts do not wait for each other.
  const { rows } = await db.execute<{ about: string; stopToken: string }>(sql`
    with given as (select * from json_to_recordset(${JSON.stringify(given)}::json) as g(about text, email text, token text)),
      known as (
        insert into marketing_recipients (email, stop_token)
        select distinct on (email) email, token from given order by email
        on conflict (email) do update set email = excluded.email
        returning email, stop_token, stopped_at),
      taken as (
        insert into marketing_mails (kind, about, email, created_at)
        select ${kind}, about, email, ${now.toISOString()}::timestamptz from given join known using (email)
        where stopped_at is null order by about
        on conflict do nothing returning about, email)
    select about, stop_token as "stopToken" from taken join known using (email)`);
  const tokens = new Map(rows.map(({ about, stopToken }) => [about, stopToken]));
  return due.flatMap((mail) => {
    const stopToken = tokens.get(mail.about);
    return stopToken === undefined ? [] : [{ ...mail, stopToken }];
  });
}

/** SQL condition: an address may get a mail of a kind, of which it got none since a moment. Others would stay due forever. */
export function mayMail(email: SQL, kind: MarketingKind, since: Date): SQL {
  return sql`not exists (select from marketing_recipients where email = ${email} and stopped_at is not null)
    and not exists (select from marketing_mails m where m.email = ${email} and m.kind = ${kind}
      and m.created_at > ${since.toISOString()}::timestamptz)`;
}

/** Ends marketing mails by the token of a mailed link. Unknown tokens and repeated calls have no effect. */
export async function stopMarketingMails(db: Database, token: string, now: Date): Promise<void> {
  await db.execute(sql`
    update marketing_recipients set stopped_at = ${now.toISOString()}::timestamptz
    where stop_token = ${token} and stopped_at is null`);
}
