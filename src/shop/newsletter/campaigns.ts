import { sql } from "drizzle-orm";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";

/** A newsletter as it is written. */
export interface Newsletter {
  /** The file's name, which identifies its campaign. */
  name: string;
  subject: string;
  /** Markdown. */
  body: string;
}

/** The job that sends what waits. */
const sendNewslettersJob = "send-newsletters";

/**
 * Queues a newsletter for all current subscribers, in one transaction. Does nothing if a newsletter of this name exists.
 * @returns the number of recipients, or why nothing was queued
 */
export async function startCampaign(
  db: Database,
  { name, subject, body }: Newsletter,
  now: Date,
): Promise<number | "known" | "differs"> {
  return inTransaction(db, async (db) => {
    const { rows } = await db.execute<{ id: string }>(sql`
      insert into newsletter_campaigns (name, subject, body, created_at)
      values (${name}, ${subject}, ${body}, ${now.toISOString()}::timestamptz)
      on conflict (name) do nothing returning id`);
    const id = rows[0]?.id;
    if (id === undefined) {
      const { rows: same } = await db.execute(sql`
        select from newsletter_campaigns where name = ${name} and subject = ${subject} and body = ${body}`);
      return same.length === 1 ? "known" : "differs";
    }
    const { rowCount } = await db.execute(sql`
      insert into newsletter_recipients (campaign_id, subscriber_id)
      select ${id}, id from newsletter_subscribers where confirmed_at is not null and stopped_at is null`);
    await queueSending(db, now);
    return rowCount ?? 0;
  });
}

/** Queues the job that sends what waits, in place of the one that is queued. */
export async function queueSending(db: Database, runAt: Date): Promise<void> {
  await addJob(db, sendNewslettersJob, {}, { jobKey: sendNewslettersJob, queueName: sendNewslettersJob, runAt });
}

/** Pauses a campaign; mails that are being sent still go out. @returns false if it is unknown, finished or paused */
export async function pauseCampaign(db: Database, name: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update newsletter_campaigns set paused_at = ${now.toISOString()}::timestamptz
    where name = ${name} and paused_at is null and finished_at is null`);
  return rowCount === 1;
}

/** Continues a campaign that is paused, or whose job has given up. @returns false if it is unknown or finished */
export async function continueCampaign(db: Database, name: string, now: Date): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const { rowCount } = await db.execute(sql`
      update newsletter_campaigns set paused_at = null where name = ${name} and finished_at is null`);
    if (rowCount !== 1) return false;
    await queueSending(db, now);
    return true;
  });
}

/** What became of a campaign's recipients. */
export interface CampaignStatus extends Record<string, unknown> {
  name: string;
  subject: string;
  phase: "sending" | "paused" | "finished";
  waiting: number;
  /** Being sent, or unclear since a crash or a lost answer; never sent again. */
  claimed: number;
  sent: number;
  bounced: number;
  failed: number;
  left: number;
  /** The latest refusal; null for none. */
  answer: string | null;
}

/** Lists campaigns, newest first. @param name only this one; "" for all */
export async function listCampaigns(db: Database, name: string): Promise<CampaignStatus[]> {
  const { rows } = await db.execute<CampaignStatus>(sql`
    select c.name, c.subject, r.*,
      case when c.finished_at is not null then 'finished' when c.paused_at is not null then 'paused' else 'sending' end as phase
    from newsletter_campaigns c cross join lateral (
      select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'claimed')::int as claimed,
        count(*) filter (where state = 'sent')::int as sent, count(*) filter (where state = 'bounced')::int as bounced,
        count(*) filter (where state = 'failed')::int as failed, count(*) filter (where state = 'left')::int as "left",
        (array_agg(answer order by changed_at desc) filter (where answer <> ''))[1] as answer
      from newsletter_recipients where campaign_id = c.id) r
    where ${name} in ('', c.name) order by c.id desc`);
  return rows;
}
