import { type SQL, sql } from "drizzle-orm";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../../refusal.ts";
import type { ContactMessage } from "./message.ts";
import { contactMailsJob } from "./store-messages.ts";

const files = sql`coalesce((select json_agg(json_build_object('position', f.position, 'field', f.field, 'name', f.name,
  'mediaType', f.media_type, 'size', f.size, 'key', f.key) order by f.position)
  from contact_message_files f where f.message_id = m.id), '[]'::json)`;

const columns = sql`m.id, m.form_id as "formId", m.form_title as "formTitle", m.serial_number as "serialNumber", m.status,
  m.mails, m.is_kept as "isKept", m.fields, m.subject, m.from_name as "fromName", m.from_email as "fromEmail", m.consent,
  m.meta, m.spam_score as "spamScore", m.spam_reasons as "spamReasons", m.user_id as "userId",
  m.received_at as "receivedAt", ${files} as files`;

type Row = Omit<ContactMessage, "receivedAt"> & { receivedAt: string } & Record<string, unknown>;

const toMessage = ({ receivedAt, ...row }: Row): ContactMessage => ({ ...row, receivedAt: new Date(receivedAt) });

export interface MessageFilter {
  status?: ContactMessage["status"] | undefined;
  formId?: number | undefined;
  limit: number;
  /** Only messages with a lower id: the next ones in a list. */
  before?: number | undefined;
}

/** Lists messages, newest first. */
export async function listMessages(
  db: Database,
  { status, formId, limit, before }: MessageFilter,
): Promise<ContactMessage[]> {
  const { rows } = await db.execute<Row>(sql`select ${columns} from contact_messages m
    where (${status ?? null}::text is null or m.status = ${status ?? null})
      and (${formId ?? null}::bigint is null or m.form_id = ${formId ?? null})
      and (${before ?? null}::bigint is null or m.id < ${before ?? null})
    order by m.id desc limit ${limit}`);
  return rows.map(toMessage);
}

export async function findMessage(db: Database, id: number): Promise<ContactMessage | undefined> {
  const { rows } = await db.execute<Row>(sql`select ${columns} from contact_messages m where m.id = ${id}`);
  return rows.map(toMessage)[0];
}

/** @throws Refusal message_unknown */
export async function getMessage(db: Database, id: number): Promise<ContactMessage> {
  const message = await findMessage(db, id);
  if (!message) throw new Refusal("message_unknown", { id });
  return message;
}

/**
 * Marks a message as spam, or as received; a received one whose mails were held back is mailed now.
 * @throws Refusal message_unknown
 */
export async function setMessageStatus(db: Database, id: number, status: ContactMessage["status"]): Promise<void> {
  await inTransaction(db, async (db) => {
    const { rows } = await db.execute<{ mails: ContactMessage["mails"] }>(
      sql`update contact_messages set status = ${status} where id = ${id} returning mails`,
    );
    const [row] = rows;
    if (!row) throw new Refusal("message_unknown", { id });
    if (status === "received" && row.mails === "waiting") await addJob(db, contactMailsJob, { messageIds: [id] });
  });
}

/** Returns received messages whose mails are to be written, by id; locks them. */
export async function takeWaitingMessages(db: Database, ids: readonly number[]): Promise<ContactMessage[]> {
  const { rows } = await db.execute<Row>(sql`select ${columns} from contact_messages m
    where m.id = any(${sql.param(ids)}::bigint[]) and m.status = 'received' and m.mails = 'waiting'
    order by m.id for update`);
  return rows.map(toMessage);
}

/** Notes that mails are written. Messages that are not kept are deleted; their files stay until they are mailed. */
export async function noteMailsWritten(db: Database, messages: readonly ContactMessage[]): Promise<void> {
  const ids = sql.param(messages.map(({ id }) => id));
  await db.execute(sql`
    with gone as (delete from contact_messages where id = any(${ids}::bigint[]) and not is_kept)
    update contact_messages set mails = 'written' where id = any(${ids}::bigint[]) and is_kept`);
}

/** Somebody who sent messages: by address, and by account if there is one. */
export interface MessageSender {
  email: string;
  userId: number | null;
}

/** Lists the messages that a person sent, also before signing in. */
export async function listMessagesOf(db: Database, { userId, email }: MessageSender): Promise<ContactMessage[]> {
  const { rows } = await db.execute<Row>(sql`select ${columns} from contact_messages m
    where m.user_id = ${userId} or (lower(m.from_email) = lower(${email}) and m.from_email <> '') order by m.id`);
  return rows.map(toMessage);
}

/** Deletes all messages that a person sent, with their mails. @returns their number; a job deletes their files */
export async function eraseMessagesOf(db: Database, { email, userId }: MessageSender): Promise<number> {
  return erase(db, sql`user_id = ${userId} or (lower(from_email) = lower(${email}) and from_email <> '')`);
}

/** Deletes one message with its mails. @throws Refusal message_unknown */
export async function eraseMessage(db: Database, id: number): Promise<void> {
  if ((await erase(db, sql`id = ${id}`)) === 0) throw new Refusal("message_unknown", { id });
}

async function erase(db: Database, condition: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with gone as (delete from contact_messages where ${condition} returning id),
      mails as (delete from mail_outbox where mail_key in (
        select 'contact:' || id || ':' || part from gone cross join generate_series(1, 2) part))
    select count(*)::int as count from gone`);
  return rows[0]?.count ?? 0;
}

/** Deletes at most `limit` messages and spam that were kept long enough. @returns the number deleted */
export async function deleteOldMessages(
  db: Database,
  { message_days: days, spam_days: spamDays }: { message_days: number; spam_days: number },
  now: Date,
  limit: number,
): Promise<number> {
  const before = (count: number) => new Date(now.getTime() - count * 86_400_000).toISOString();
  const { rowCount } = await db.execute(sql`delete from contact_messages where id in (select id from contact_messages
    where (${days} > 0 and received_at < ${before(days)}::timestamptz)
      or (status = 'spam' and received_at < ${before(spamDays)}::timestamptz) limit ${limit})`);
  return rowCount ?? 0;
}
