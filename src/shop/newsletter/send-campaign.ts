import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";
import { inTransaction } from "#db/transaction.ts";
import type { Newsletter } from "./campaigns.ts";

/** Times a refused mail is tried, and the pause (ms) between them. */
const maxAttempts = 5;
const retryMs = 30 * 60_000;

/** How long (ms) a claimed mail may still be refused: the time of a run and of an attempt. Later it is unclear. */
const longestClaimMs = 2 * 60_000;

/** Longest stored answer (characters) of a mail server. */
const maxAnswer = 200;

/** A campaign that is being sent. */
export interface DueCampaign extends Newsletter {
  id: number;
}

const at = (now: Date) => sql`${now.toISOString()}::timestamptz`;

/** Recipients whose turn it is. */
const due = (campaignId: SQL, now: Date) => sql`
  r.campaign_id = ${campaignId} and r.state = 'waiting' and (r.retry_at is null or r.retry_at <= ${at(now)})`;

/** Returns a campaign if it is not paused and has recipients whose turn it is. */
export async function findDueCampaign(db: Database, id: number, now: Date): Promise<DueCampaign | undefined> {
  const { rows } = await db.execute<DueCampaign & Record<string, unknown>>(sql`
    select c.id::int as id, c.name, c.subject, c.kind, c.body from newsletter_campaigns c
    where c.id = ${id} and c.paused_at is null and c.finished_at is null
      and exists (select from newsletter_recipients r where ${due(sql`c.id`, now)})`);
  return rows[0];
}

/** Returns when the rate, which all campaigns share, allows the next mail; null if none was sent. */
export async function readNextMailAt(db: Database): Promise<Date | null> {
  const { rows } = await db.execute<{ next: string | null }>(
    sql`select max(next_mail_at) as next from newsletter_campaigns`,
  );
  return rows[0]?.next ? new Date(rows[0].next) : null;
}

/** Records when the rate allows the next mail. */
export async function delayNextMail(db: Database, campaignId: number, until: Date): Promise<void> {
  await db.execute(sql`update newsletter_campaigns set next_mail_at = ${at(until)} where id = ${campaignId}`);
}

/** A subscriber to whom a mail is about to be sent. */
export interface ClaimedRecipient {
  subscriberId: number;
  email: string;
  stopToken: string;
  /** Including this one. */
  attempts: number;
}

/**
 * Claims recipients of a campaign, none once it is paused. Nobody gets a claimed one again, not even after a crash: a mail
 * is sent at most once. Those that no longer subscribe, or do not want its kind, are passed over.
 */
export async function claimRecipients(
  db: Database,
  campaignId: number,
  limit: number,
  now: Date,
): Promise<ClaimedRecipient[]> {
  for (;;) {
    const rows = await takeNext(db, campaignId, limit, now);
    const claimed = rows.filter(({ state }) => state === "claimed");
    if (claimed.length > 0 || rows.length === 0) return claimed;
  }
}

type TakenRecipient = ClaimedRecipient & { state: "claimed" | "left" };

async function takeNext(db: Database, campaignId: number, limit: number, now: Date): Promise<TakenRecipient[]> {
  const { rows } = await executeNamed<TakenRecipient & Record<string, unknown>>(
    db,
    "claim_newsletter_recipients",
    sql`with next as (
        select r.subscriber_id, s.email, s.stop_token,
          s.confirmed_at is not null and s.stopped_at is null and c.kind <> all(s.unwanted) as is_subscriber
        from newsletter_recipients r join newsletter_subscribers s on s.id = r.subscriber_id
          join newsletter_campaigns c on c.id = r.campaign_id
        where ${due(sql`${campaignId}`, now)}
          and c.paused_at is null
        order by r.subscriber_id limit ${limit} for update of r skip locked)
      update newsletter_recipients r set attempts = r.attempts + 1, changed_at = ${at(now)}, retry_at = null,
        state = case when next.is_subscriber then 'claimed' else 'left' end
      from next where r.campaign_id = ${campaignId} and r.subscriber_id = next.subscriber_id and r.state = 'waiting'
      returning r.state, r.attempts, r.subscriber_id::int as "subscriberId", next.email, next.stop_token as "stopToken"`,
  );
  return rows;
}

/** What came of sending a claimed recipient's mail. */
export interface DeliveryResult {
  subscriberId: number;
  /** Including this one. */
  attempts: number;
  /** `gone`: no such address; `refused`: for now; `unreachable`: not tried; `unclear`: perhaps accepted. */
  result: "sent" | "gone" | "refused" | "unreachable" | "unclear";
  /** The mail server's refusal; "" for none. */
  answer: string;
}

/** Records what came of claimed mails, and takes addresses that do not exist off the list. */
export async function settleRecipients(
  db: Database,
  campaignId: number,
  results: readonly DeliveryResult[],
  now: Date,
): Promise<void> {
  const rows = results
    .map((result) => ({
      id: result.subscriberId,
      ...outcomeOf(result, now),
      // Neither NUL nor half a character, which JSON in the database cannot hold.
      answer: result.answer
        .replaceAll("\0", "")
        .slice(0, maxAnswer)
        .replace(/[\uD800-\uDBFF]$/, ""),
    }))
    .toSorted((a, b) => a.id - b.id);
  const gone = results.filter(({ result }) => result === "gone").map(({ subscriberId }) => subscriberId);
  await inTransaction(db, async (db) => {
    await executeNamed(
      db,
      "settle_newsletter_recipients",
      sql`update newsletter_recipients r set state = g.state, retry_at = g."retryAt", answer = g.answer,
          attempts = r.attempts - g.given, changed_at = ${at(now)}
        from json_to_recordset(${JSON.stringify(rows)}::json)
          as g(id bigint, state text, "retryAt" timestamptz, answer text, given int)
        where r.campaign_id = ${campaignId} and r.subscriber_id = g.id and r.state = 'claimed'`,
    );
    if (gone.length > 0)
      await db.execute(sql`update newsletter_subscribers set stopped_at = ${at(now)}, confirm_hash = null
        where id = any(${sql.param(gone)}::bigint[]) and stopped_at is null`);
  });
}

/** `given`: attempts that did not count. */
function outcomeOf({ result, attempts }: DeliveryResult, now: Date) {
  switch (result) {
    case "sent":
      return { state: "sent", retryAt: null, given: 0 };
    case "gone":
      return { state: "bounced", retryAt: null, given: 0 };
    case "unclear":
      return { state: "claimed", retryAt: null, given: 0 };
    case "unreachable":
      return { state: "waiting", retryAt: null, given: 1 };
    case "refused":
      return attempts >= maxAttempts
        ? { state: "failed", retryAt: null, given: 0 }
        : { state: "waiting", retryAt: new Date(now.getTime() + retryMs).toISOString(), given: 0 };
  }
}

/**
 * Ends a campaign in which nobody waits any more, and no mail is being sent that may be refused.
 * @returns when its next mail may be sent or it may end; null if it has ended, is paused or unknown
 */
export async function finishCampaign(db: Database, id: number, now: Date): Promise<Date | null> {
  const settledBy = sql`${new Date(now.getTime() - longestClaimMs).toISOString()}::timestamptz`;
  await db.execute(sql`
    update newsletter_campaigns c set finished_at = ${at(now)}
    where id = ${id} and finished_at is null
      and not exists (select from newsletter_recipients where campaign_id = c.id and state = 'waiting')
      and not exists (
        select from newsletter_recipients where campaign_id = c.id and state = 'claimed' and changed_at > ${settledBy})`);
  if (await findDueCampaign(db, id, now)) return now;
  const { rows } = await db.execute<{ next: string | null }>(sql`
    select min(case r.state when 'waiting' then r.retry_at else r.changed_at + ${`${longestClaimMs} ms`}::interval end) as next
    from newsletter_recipients r join newsletter_campaigns c on c.id = r.campaign_id
    where c.id = ${id} and c.paused_at is null and c.finished_at is null
      and (r.state = 'waiting' or (r.state = 'claimed' and r.changed_at > ${settledBy}))`);
  return rows[0]?.next ? new Date(rows[0].next) : null;
}
