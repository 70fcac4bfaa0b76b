import { sql } from "drizzle-orm";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";

/** A mail as it waits in the outbox. */
export interface MailToSend {
  /** What it is about: one mail is written for it, however often it is asked for. */
  key: string;
  recipient: string;
  /** "" for none. */
  replyTo: string;
  subject: string;
  html: string;
  text: string;
}

/** The job that sends one mail of the outbox. */
const deliverMailJob = "deliver-mail";

/** Puts mails into the outbox, each with a job that sends it; those that are there already stay as they are. */
export async function putIntoOutbox(db: Database, mails: readonly MailToSend[], now: Date): Promise<void> {
  await inTransaction(db, async (db) => {
    for (const mail of mails) {
      const { rows } = await db.execute<{ id: number }>(sql`
        insert into mail_outbox (mail_key, recipient, reply_to, subject, html, text, created_at)
        values (${mail.key}, ${mail.recipient}, ${mail.replyTo}, ${mail.subject}, ${mail.html}, ${mail.text},
          ${now.toISOString()}::timestamptz)
        on conflict (mail_key) do nothing returning id`);
      if (rows[0]) await addJob(db, deliverMailJob, { mailId: rows[0].id });
    }
  });
}

/**
 * Has `send` send the mail unless it was sent, or is being sent right now, and notes that it was. When `send` throws, the
 * mail still waits. Between the mail server's yes and our note lies the one moment in which a crash sends it twice.
 */
export async function sendOnce(
  db: Database,
  mailId: number,
  now: Date,
  send: (mail: MailToSend) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (db) => {
    const { rows } = await db.execute<MailToSend & Record<string, unknown>>(sql`
      select mail_key as key, recipient, reply_to as "replyTo", subject, html, text from mail_outbox
      where id = ${mailId} and sent_at is null for update skip locked`);
    if (!rows[0]) return;
    await send(rows[0]);
    await db.execute(sql`update mail_outbox set sent_at = ${now.toISOString()}::timestamptz where id = ${mailId}`);
  });
}
