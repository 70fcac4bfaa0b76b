import { sql } from "drizzle-orm";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import type { NewsletterKind } from "./preferences.ts";

/** A newsletter as it is written. */
export interface Newsletter {
  /** The file's name, which identifies its campaign. */
  name: string;
  subject: string;
  kind: NewsletterKind;
  /** Markdown. */
  body: string;
}

/** The job that sends a campaign. */
const sendNewslettersJob = "send-newsletters";

/**
 * Queues a newsletter for all current subscribers who want its kind, in one transaction. Does nothing if a newsletter of this name exists.
 * @returns the number of recipients, or why nothing was queued
 */
export async function startCampaign(
  db: Database,
  { name, subject, kind, body }: Newsletter,
  now: Date,
): Promise<number | "known" | "differs"> {
  return inTransaction(db, async (db) => {
    const { rows } = await db.execute<{ id: string }>(sql`
      insert into newsletter_campaigns (name, subject, kind, body, created_at)
      values (${name}, ${subject}, ${kind}, ${body}, ${now.toISOString()}::timestamptz)
      on conflict (name) do nothing returning id`);
    const id = rows[0]?.id;
    if (id === undefined) {
      const { rows: same } = await db.execute(sql`
        select from newsletter_campaigns where name = ${name} and subject = ${subject} and kind = ${kind} and body = ${body}`);
      return same.length === 1 ? "known" : "differs";
    }
    const { rowCount } = await db.execute(sql`
      insert into newsletter_recipients (campaign_id, subscriber_id)
      select ${id}, id from newsletter_subscribers where ${wants(kind)}`);
    await queueSending(db, Number(id), now, "unless queued");
    return rowCount ?? 0;
  });
}

/** Counts the subscribers that a newsletter of a kind goes to now. */
export async function countRecipients(db: Database, kind: NewsletterKind): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from newsletter_subscribers where ${wants(kind)}`,
  );
  return rows[0]?.count ?? 0;
}

/** Whether a subscriber gets newsletters of a kind. */
const wants = (kind: NewsletterKind) =>
  sql`confirmed_at is not null and stopped_at is null and ${kind} <> all(unwanted)`;

/**
 * Queues the job that sends a campaign. Each has its own, so that none waits for another's next try; they run one at a time.
 * "unless queued": one that waits for its turn keeps its time; one that has failed is tried again at once.
 */
export async function queueSending(
  db: Database,
  campaignId: number,
  runAt: Date,
  how: "at" | "unless queued",
): Promise<void> {
  const jobKeyMode = how === "at" ? "replace" : "preserve_run_at";
  const names = { jobKey: `${sendNewslettersJob}:${campaignId}`, queueName: sendNewslettersJob };
  await addJob(db, sendNewslettersJob, { campaignId }, { ...names, runAt, jobKeyMode });
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
    const { rows } = await db.execute<{ id: number }>(sql`
      update newsletter_campaigns set paused_at = null where name = ${name} and finished_at is null returning id::int`);
    if (!rows[0]) return false;
    await queueSending(db, rows[0].id, now, "unless queued");
    return true;
  });
}

/** What became of a campaign's recipients. */
export interface CampaignStatus extends Record<string, unknown> {
  name: string;
  subject: string;
  /** `stopped`: its job has given up. */
  phase: "sending" | "stopped" | "paused" | "finished";
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
      case when c.finished_at is not null then 'finished' when c.paused_at is not null then 'paused'
        when exists (select from graphile_worker.jobs where key = ${`${sendNewslettersJob}:`} || c.id
          and (attempts < max_attempts or locked_at is not null)) then 'sending' else 'stopped' end as phase
    from newsletter_campaigns c cross join lateral (
      select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'claimed')::int as claimed,
        count(*) filter (where state = 'sent')::int as sent, count(*) filter (where state = 'bounced')::int as bounced,
        count(*) filter (where state = 'failed')::int as failed, count(*) filter (where state = 'left')::int as "left",
        (array_agg(answer order by changed_at desc) filter (where answer <> ''))[1] as answer
      from newsletter_recipients where campaign_id = c.id) r
    where ${name} in ('', c.name) order by c.id desc`);
  return rows;
}
