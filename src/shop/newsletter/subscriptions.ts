import { hash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { emailFault, emailKey } from "../accounts/profile/account-fields.rules.ts";
import { consumeLimits, mailLimits } from "../rate-limits.ts";
import { Refusal } from "../refusal.ts";
import { holdForm } from "../spam/held-forms.ts";
import { type FormSource, judgeForm, type SpamSettings } from "../spam/judge-form.ts";

/** How long (ms) the link that confirms an address is valid. */
const confirmMs = 7 * 86_400_000;

/** A request to join the newsletter's list. */
export interface SubscriptionRequest {
  email: string;
  /** Hash of the stored consent text that the person has read. */
  textHash: string;
}

/**
 * Asks an address to confirm by a link that is mailed there. Does the same for subscribers, who get no mail, and for spam,
 * which is held, so that nobody can find out who subscribes. @throws Refusal contact_invalid, too_many_tries
 */
export async function requestSubscription(
  db: Database,
  { email: typed, textHash }: SubscriptionRequest,
  source: FormSource,
  settings: SpamSettings,
  now: Date,
): Promise<void> {
  const email = emailKey(typed);
  if (emailFault(email) !== undefined) throw new Refusal("contact_invalid");
  await consumeLimits(db, mailLimits("newsletter", email, source.ip), now);
  await inTransaction(db, async (db) => {
    const form = { ...source, kind: "newsletter" as const };
    const verdict = await judgeForm(db, { ...form, texts: [typed] }, settings, now);
    const content = { email, textHash };
    if (verdict.isSpam) await holdForm(db, { ...form, content, email }, verdict, now);
    else await store(db, content, now);
  });
}

/** A new request replaces an unconfirmed one, so that an earlier link stops working. */
async function store(db: Database, { email, textHash }: SubscriptionRequest, now: Date): Promise<void> {
  await db.execute(sql`
    insert into newsletter_subscribers as known (email, text_hash, requested_at, stop_token)
    values (${email}, ${textHash}, ${now.toISOString()}, ${newToken()})
    on conflict (email) do update
      set text_hash = excluded.text_hash, requested_at = excluded.requested_at, confirm_hash = null, confirmed_at = null,
        unwanted = '{}'
      where known.confirmed_at is null or known.stopped_at is not null`);
  await addJob(db, "newsletter-confirm-mail", { email });
}

const heldShape = Compile(Type.Object({ email: Type.String(), textHash: Type.String() }));

/** Accepts a request that was held as spam: its address is asked to confirm. */
export async function acceptHeldSubscription(db: Database, content: unknown, now: Date): Promise<void> {
  await store(db, heldShape.Parse(content), now);
}

/** An address that is to be confirmed by a mail. */
export interface UnconfirmedSubscriber {
  email: string;
  /** For the link; only its hash is stored. */
  token: string;
  stopToken: string;
}

/**
 * Creates the token of the mail that confirms an address; undefined if it was created before or the address is confirmed.
 * Call it in the transaction that writes the mail.
 */
export async function takeUnconfirmed(db: Database, email: string): Promise<UnconfirmedSubscriber | undefined> {
  const token = newToken();
  const { rows } = await db.execute<{ stop_token: string }>(sql`
    update newsletter_subscribers set confirm_hash = ${hashOf(token)}
    where email = ${email} and confirm_hash is null and confirmed_at is null
      and (stopped_at is null or requested_at > stopped_at)
    returning stop_token`);
  return rows[0] && { email, token, stopToken: rows[0].stop_token };
}

/**
 * Confirms an address and queues the job that welcomes it; following the link twice is harmless.
 * @returns false if the link is unknown or too old
 */
export async function confirmSubscription(db: Database, token: string, now: Date): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const { rows } = await db.execute<{ id: number }>(sql`
      update newsletter_subscribers
      set confirmed_at = coalesce(confirmed_at, ${now.toISOString()}::timestamptz), stopped_at = null
      where ${isValidLink(token, now)}
      returning id::int`);
    const [confirmed] = rows;
    if (!confirmed) return false;
    const job = "welcome-coupon";
    await addJob(db, job, { subscriberId: confirmed.id }, { jobKey: `${job}:${confirmed.id}` });
    return true;
  });
}

/** Returns whether the address of a mailed link is to be confirmed or confirmed already; undefined if the link is unknown or too old. */
export async function findConfirmation(db: Database, token: string, now: Date): Promise<"open" | "done" | undefined> {
  const { rows } = await db.execute<{ state: "open" | "done" }>(sql`
    select case when confirmed_at is null then 'open' else 'done' end as state from newsletter_subscribers
    where ${isValidLink(token, now)}`);
  return rows[0]?.state;
}

/** Takes an address off the list by the token of a mailed link, and ends its confirmation link. Repeating it has no effect. */
export async function stopSubscription(db: Database, token: string, now: Date): Promise<void> {
  await db.execute(sql`
    update newsletter_subscribers set stopped_at = ${now.toISOString()}::timestamptz, confirm_hash = null
    where stop_token = ${token} and (stopped_at is null or requested_at > stopped_at)`);
}

/** Deletes at most `limit` requests whose link has expired. @returns the number deleted */
export async function deleteUnconfirmed(db: Database, now: Date, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from newsletter_subscribers where id in (
      select id from newsletter_subscribers where confirmed_at is null and stopped_at is null
        and requested_at < ${new Date(now.getTime() - confirmMs).toISOString()}::timestamptz
      limit ${limit} for update skip locked)`);
  return rowCount ?? 0;
}

/** Adds addresses that have agreed elsewhere. Known ones, also those that left, stay as they are. @returns the number added */
export async function importSubscribers(db: Database, emails: readonly string[], now: Date): Promise<number> {
  const given = [...new Set(emails)].toSorted().map((email) => ({ email, token: newToken() }));
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rowCount } = await db.execute(sql`
    insert into newsletter_subscribers (email, requested_at, confirmed_at, stop_token)
    select email, ${at}, ${at}, token from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(email text, token text)
    on conflict (email) do nothing`);
  return rowCount ?? 0;
}

/** The condition for the row whose confirmation link has this token; a confirmed address's link never expires. */
const isValidLink = (token: string, now: Date) => sql`confirm_hash = ${hashOf(token)}
  and (confirmed_at is not null or requested_at > ${new Date(now.getTime() - confirmMs).toISOString()}::timestamptz)`;

function newToken(): string {
  return randomBytes(24).toString("base64url");
}

function hashOf(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
