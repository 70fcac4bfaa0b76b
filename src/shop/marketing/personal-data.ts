import { sql } from "drizzle-orm";
import type { PersonalDataPart } from "../privacy/personal-data.rules.ts";

/** Marketing mails sent to an address, that it refused them, and consents to reminders of carts. */
export const marketingData: PersonalDataPart = {
  name: "marketing mails",
  async list(db, { email }) {
    const { rows: mails } = await db.execute(sql`
      select kind, created_at as "sentAt" from marketing_mails where email = ${email} order by created_at`);
    const { rows: refusals } = await db.execute(sql`
      select stopped_at as "refusedAt" from marketing_recipients where email = ${email} and stopped_at is not null`);
    const { rows: reminders } = await db.execute(sql`
      select r.consented_at as "consentedAt", t.body as text, r.mailed_at as "sentAt"
      from cart_reminders r join consent_texts t on t.hash = r.text_hash where r.email = ${email} order by r.consented_at`);
    return { marketingMails: mails, marketingMailsRefused: refusals, cartReminders: reminders };
  },
  async erase(db, { email }) {
    const { rows } = await db.execute<{ erased: number }>(sql`
      with mails as (select count(*)::int as count from marketing_mails where email = ${email}),
        recipients as (delete from marketing_recipients where email = ${email} returning 1),
        reminders as (delete from cart_reminders where email = ${email} returning 1)
      select (select count from mails) + (select count(*)::int from recipients)
        + (select count(*)::int from reminders) as erased`);
    return { erased: rows[0]?.erased ?? 0, kept: 0 };
  },
};
