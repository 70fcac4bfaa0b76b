import { sql } from "drizzle-orm";
import type { PersonalDataPart } from "../privacy/personal-data.rules.ts";

/** Back-in-stock requests by email. Requests by phone number are left out, because the number is unverified. */
export const backInStockData: PersonalDataPart = {
  name: "back-in-stock requests",
  async list(db, { email }) {
    const { rows } = await db.execute<{ product: string; requestedAt: string }>(sql`
      select p.name as product, r.created_at as "requestedAt"
      from back_in_stock_requests r join products p on p.id = r.product_id
      where r.contact = ${email} order by r.id`);
    return {
      backInStockRequests: rows.map(({ product, requestedAt }) => ({ product, requestedAt: new Date(requestedAt) })),
    };
  },
  async erase(db, { email }) {
    const { rowCount } = await db.execute(sql`delete from back_in_stock_requests where contact = ${email}`);
    return { erased: rowCount ?? 0, kept: 0 };
  },
};
