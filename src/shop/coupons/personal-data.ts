import { sql } from "drizzle-orm";
import type { PersonalDataPart } from "../privacy/personal-data.rules.ts";

/** Stands for an erased address: no address that anybody can type, so that the coupon is not open to all. */
const erasedAddress = "(erased)";

/** Coupons that were given to a person by address. */
export const couponData: PersonalDataPart = {
  name: "coupons for the address",
  async list(db, { email }) {
    const { rows } = await db.execute<{ code: string }>(
      sql`select code from coupons where ${email} = any (allowed_emails) order by code`,
    );
    return { coupons: rows.map(({ code }) => code) };
  },
  async erase(db, { email }) {
    const { rowCount } = await db.execute(sql`
      update coupons set allowed_emails = array_replace(allowed_emails, ${email}, ${erasedAddress})
      where ${email} = any (allowed_emails)`);
    return { erased: rowCount ?? 0, kept: 0 };
  },
};
