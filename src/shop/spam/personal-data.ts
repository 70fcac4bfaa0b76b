import { sql } from "drizzle-orm";
import type { PersonalDataPart } from "../privacy/personal-data.rules.ts";

/** Forms that are held as spam. The export leaves out the verdict. */
export const heldFormData: PersonalDataPart = {
  name: "held forms",
  async list(db, { email }) {
    const { rows } = await db.execute<{ kind: string; content: unknown; ip: string; browser: string; at: string }>(sql`
      select kind, content, ip, user_agent as browser, received_at as at from held_forms
      where lower(email) = ${email} and email <> '' order by id`);
    return { heldForms: rows.map(({ at, ...form }) => ({ ...form, receivedAt: new Date(at) })) };
  },
  async erase(db, { email }) {
    const { rowCount } = await db.execute(sql`delete from held_forms where lower(email) = ${email} and email <> ''`);
    return { erased: rowCount ?? 0, kept: 0 };
  },
};
