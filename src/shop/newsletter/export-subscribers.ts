import type { Writable } from "node:stream";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { readPages, writeCsv } from "../orders/write-csv.ts";

/** How many subscribers an export reads at once and holds in memory. */
const pageSize = 500;

interface SubscriberRow extends Record<string, unknown> {
  email: string;
  requestedAt: string;
  confirmedAt: string;
  unwanted: string[];
  text: string | null;
}

/** Exports the confirmed subscribers as CSV, oldest first, with the proof of their consent. @returns their number */
export async function exportSubscribers(db: Database, target: Writable): Promise<number> {
  let count = 0;
  const query = sql`
    select s.email, s.requested_at as "requestedAt", s.confirmed_at as "confirmedAt", s.unwanted, t.body as text
    from newsletter_subscribers s left join consent_texts t on t.hash = s.text_hash
    where s.confirmed_at is not null and s.stopped_at is null order by s.id`;
  await writeCsv(db, target, ["Email", "Requested", "Confirmed", "Consent", "Unwanted"], async function* (db) {
    for await (const page of readPages<SubscriberRow>(db, query, pageSize))
      for (const { email, requestedAt, confirmedAt, text, unwanted } of page) {
        count += 1;
        const times = [requestedAt, confirmedAt].map((time) => new Date(time).toISOString());
        yield [email, ...times, text ?? "imported", unwanted.join(" ")];
      }
  });
  return count;
}

/** Numbers of addresses by state. */
export interface SubscriberCounts extends Record<string, unknown> {
  confirmed: number;
  unconfirmed: number;
  stopped: number;
}

export async function countSubscribers(db: Database): Promise<SubscriberCounts> {
  const { rows } = await db.execute<SubscriberCounts>(sql`
    select count(*) filter (where stopped_at is null and confirmed_at is not null)::int as confirmed,
      count(*) filter (where stopped_at is null and confirmed_at is null)::int as unconfirmed,
      count(*) filter (where stopped_at is not null)::int as stopped
    from newsletter_subscribers`);
  return rows[0] ?? { confirmed: 0, unconfirmed: 0, stopped: 0 };
}
