import { sql } from "drizzle-orm";
import type { PersonalDataPart } from "../privacy/personal-data.rules.ts";

/** The address on the newsletter's list, with the text that its owner agreed to, and the newsletters sent to it. */
export const newsletterData: PersonalDataPart = {
  name: "newsletter",
  async list(db, { email }) {
    const { rows } = await db.execute(sql`
      select s.requested_at as "requestedAt", s.confirmed_at as "confirmedAt", s.stopped_at as "stoppedAt", s.unwanted,
        t.body as text
      from newsletter_subscribers s left join consent_texts t on t.hash = s.text_hash where s.email = ${email}`);
    const { rows: sent } = await db.execute(sql`
      select c.subject, r.changed_at as "at", r.state, r.attempts, r.answer from newsletter_recipients r
        join newsletter_campaigns c on c.id = r.campaign_id join newsletter_subscribers s on s.id = r.subscriber_id
      where s.email = ${email} order by r.campaign_id`);
    return { newsletter: rows, newslettersSent: sent };
  },
  async erase(db, { email }) {
    const { rowCount } = await db.execute(sql`delete from newsletter_subscribers where email = ${email}`);
    return { erased: rowCount ?? 0, kept: 0 };
  },
};
