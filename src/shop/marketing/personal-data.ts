import { sql } from "drizzle-orm";
import type { PersonalDataPart } from "../privacy/personal-data.rules.ts";

/** Marketing mails sent to an address, and that it refused them. */
export const marketingData: PersonalDataPart = {
  name: "marketing mails",
  async list(db, { email }) {
    const { rows: mails } = await db.execute(sql`
      select kind, created_at as "sentAt" from marketing_mails where email = ${email} order by created_at`);
    const { rows: refusals } = await db.execute(sql`
      select stopped_at as "refusedAt" from marketing_recipients where email = ${email} and stopped_at is not null`);
    return { marketingMails: mails, marketingMailsRefused: refusals };
  },
  async erase(db, { email }) {
    const { rows } = await db.execute<{ erased: number }>(sql`
      with mails as (select count(*)::int as count from marketing_mails where email = ${email}),
        gone as (delete from marketing_recipients where email = ${email} returning 1)
      select (select count from mails) + (select count(*)::int from gone) as erased`);
    return { erased: rows[0]?.erased ?? 0, kept: 0 };
  },
};
