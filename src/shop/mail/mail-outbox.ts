import { sql } from "drizzle-orm";
import { addingJob, addJob, tellWorkers } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";
import type { Clock } from "#platform/clock.ts";
import type { MailExtras } from "#platform/mailer.ts";
import type { FileStorage } from "#platform/storage/storage.ts";

/** Optional parts of a mail in the outbox. */
export interface OutboxExtras extends MailExtras {
  /** Files in the storage of attachments, or in that of downloads. */
  attachments?: { name: string; mediaType: string; key: string; isDownload?: boolean }[];
}

/** A mail in the outbox. */
export interface MailToSend {
  /** Idempotency key: only one mail is written for it. */
  key: string;
  recipient: string;
  /** "" for none. */
  replyTo: string;
  subject: string;
  /** "" for a mail without HTML. */
  html: string;
  text: string;
  extras?: OutboxExtras | null;
  /** It contains an account link: its text is deleted once it is sent. */
  isSecret?: boolean;
  /** The last mail after an account's deletion: address and text are deleted once it is sent. */
  isLast?: boolean;
  /** Where one click ends mails of this kind, without a sign-in. */
  unsubscribeUrl?: string;
  /** The user it is about, whatever the recipient; it is deleted with the account. */
  userId?: number;
}

/** The job that sends one mail of the outbox. */
const deliverMailJob = "deliver-mail";

/** Puts mails into the outbox, each with a job that sends it; existing ones stay as they are. */
export async function putIntoOutbox(db: Database, mails: readonly MailToSend[], now: Date): Promise<void> {
  const statement = sql`
    with written as (
      insert into mail_outbox (mail_key, recipient, reply_to, subject, html, text, is_secret, is_last, user_id, extras, created_at)
      select m.key, m.recipient, m."replyTo", m.subject, m.html, m.text, coalesce(m."isSecret", false),
        coalesce(m."isLast", false), m."userId", m.extras, ${now.toISOString()}::timestamptz
      from json_to_recordset(${JSON.stringify(mails)}::json) as m(key text, recipient text, "replyTo" text, subject text,
        html text, text text, "isSecret" boolean, "isLast" boolean, "userId" bigint, extras jsonb)
      on conflict (mail_key) do nothing returning id)
    select ${addingJob(deliverMailJob, sql`json_build_object('mailId', id)`)} from written order by id`;
  await executeNamed(db, "put_into_outbox", statement);
  tellWorkers(db);
}

export interface Attempt {
  clock: Clock;
  /** How long (ms) `send` may take; it must time out by itself. */
  attemptMs: number;
}

/** Extra time (ms) after an attempt in which nobody else takes the mail, for recording the result. */
const noteTime = 30_000;

/**
 * Sends a mail with `send` unless it was sent, and records that; no transaction is open meanwhile. Only one of
 * concurrent callers sends; the others leave a job that checks again after the attempt must have ended. If `send`
 * throws, the mail stays in the outbox. A crash between the mail server's acceptance and the record (or a lost
 * acceptance) sends it twice.
 */
export async function sendOnce(
  db: Database,
  mailId: number,
  { clock, attemptMs }: Attempt,
  send: (mail: MailToSend) => Promise<void>,
): Promise<void> {
  const now = clock.now();
  const mail = await claim(db, mailId, now, new Date(now.getTime() + attemptMs + noteTime));
  if (!mail) return;
  try {
    await send(mail);
  } catch (error) {
    await db.execute(sql`update mail_outbox set claimed_until = null where id = ${mailId}`);
    throw error;
  }
  await executeNamed(
    db,
    "note_sent_mail",
    sql`update mail_outbox set sent_at = ${clock.now().toISOString()}::timestamptz,
      html = case when is_secret or is_last then '' else html end,
      text = case when is_secret or is_last then '' else text end,
      recipient = case when is_last then '' else recipient end,
      extras = case when is_secret or is_last then null else extras end
      where id = ${mailId}`,
  );
}

/** Claims the mail until a moment; undefined if it was sent, or if another sender has it: then a job checks again. */
async function claim(db: Database, mailId: number, now: Date, until: Date): Promise<MailToSend | undefined> {
  const statement = sql`
    update mail_outbox set claimed_until = ${until.toISOString()}::timestamptz
    where id = ${mailId} and sent_at is null
      and (claimed_until is null or claimed_until <= ${now.toISOString()}::timestamptz)
    returning mail_key as key, recipient, reply_to as "replyTo", subject, html, text, extras`;
  const { rows } = await executeNamed<MailToSend & Record<string, unknown>>(db, "claim_mail", statement);
  if (rows[0]) return rows[0];
  const { rows: waiting } = await db.execute(sql`select 1 from mail_outbox where id = ${mailId} and sent_at is null`);
  if (waiting.length > 0)
    await addJob(db, deliverMailJob, { mailId }, { runAt: until, jobKey: `${deliverMailJob}:${mailId}` });
  return undefined;
}

/** The key and recipient of a mail. */
export type MailHead = Pick<MailToSend, "key" | "recipient">;

/** Returns the heads of mails, by id. */
export async function listMailHeads(db: Database, ids: readonly number[]): Promise<Map<number, MailHead>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<MailHead & { id: number }>(
    sql`select id, mail_key as key, recipient from mail_outbox where id in ${ids}`,
  );
  return new Map(rows.map(({ id, ...head }) => [id, head]));
}

/** How long (days) a sent mail is kept. */
const sentDays = 90;

/** Deletes at most `limit` mails sent long ago. @returns the number deleted; fewer than `limit` when none are left */
export async function deleteSentMails(db: Database, now: Date, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from mail_outbox where id in (select id from mail_outbox
    where sent_at <= ${now.toISOString()}::timestamptz - interval '1 day' * ${sentDays} order by sent_at limit ${limit})`);
  return rowCount ?? 0;
}

/** Deletes the files of mails that were written instead of sent, after the same time. */
export async function deleteOldMailFiles(files: FileStorage, now: Date): Promise<void> {
  const oldest = now.getTime() - sentDays * 86_400_000;
  for await (const { key, modifiedAt } of files.list()) if (modifiedAt.getTime() < oldest) await files.delete(key);
}

/**
 * Deletes mails with account links that could not be sent within a day, because the links have expired, and
 * confirmations of deleted accounts after a week. Other unsendable mails are deleted after the retention of sent ones.
 */
export async function deleteUnsentMails(db: Database, now: Date): Promise<void> {
  await db.execute(sql`delete from mail_outbox where sent_at is null
    and created_at <= ${now.toISOString()}::timestamptz - case when is_last then interval '7 days'
      when is_secret then interval '1 day' else interval '1 day' * ${sentDays} end`);
}

/**
 * Order confirmations to one address per hour. Limited because a customer may enter any address, not only their own.
 */
const maxConfirmations = 10;

/** Returns whether an address has reached the limit of order confirmations. */
export async function isFullOfConfirmations(db: Database, recipient: string, now: Date): Promise<boolean> {
  const statement = sql`select from mail_outbox where mail_key like 'order-received:%'
    and lower(recipient) = lower(${recipient}) and created_at > ${now.toISOString()}::timestamptz - interval '1 hour'
    limit ${maxConfirmations}`;
  const { rows } = await executeNamed(db, "confirmations_of_address", statement);
  return rows.length === maxConfirmations;
}
