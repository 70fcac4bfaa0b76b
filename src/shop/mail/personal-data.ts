import { sql } from "drizzle-orm";
import type { PersonalDataPart } from "../privacy/personal-data.rules.ts";

/**
 * Mails written to a person, also at earlier addresses of the account. The export leaves out their texts, because they contain
 * links that open things, and the person's mailbox has them; and mails that would prove a new address, as it does their links.
 */
export const mailData: PersonalDataPart = {
  name: "mails",
  async list(db, { email, userId }) {
    const { rows } = await db.execute<{ subject: string; writtenAt: string; sentAt: string | null }>(sql`
      select subject, created_at as "writtenAt", sent_at as "sentAt" from mail_outbox
      where lower(recipient) = ${email}
        or (user_id = ${userId} and mail_key not like 'email-change:%') order by id`);
    return {
      mails: rows.map(({ subject, writtenAt, sentAt }) => ({
        subject,
        writtenAt: new Date(writtenAt),
        sentAt: sentAt === null ? null : new Date(sentAt),
      })),
    };
  },
  async erase(db, { email, userId }) {
    const { rowCount } = await db.execute(
      sql`delete from mail_outbox where lower(recipient) = ${email} or user_id = ${userId}`,
    );
    return { erased: rowCount ?? 0, kept: 0 };
  },
};
