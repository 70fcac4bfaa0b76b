import { sql } from "drizzle-orm";
import type { PersonalDataPart } from "../privacy/personal-data.rules.ts";
import { listUserCartDeliveries, listUserCartLines } from "./user-carts.ts";

/** An account's carts. Guests' carts have no address, and end with their sessions. */
export const cartData: PersonalDataPart = {
  name: "cart lines",
  async list(db, { userId }) {
    if (userId === null) return {};
    return {
      cart: await listUserCartLines(db, userId),
      cartDelivery: await listUserCartDeliveries(db, userId),
    };
  },
  async erase(db, { userId }) {
    // Sessions are locked before carts, as cart changes do. Lines go with their session.
    const { rows } = await db.execute<{ erased: number }>(sql`
      with own as (select id from sessions where user_id = ${userId} order by id for update),
        gone as (delete from cart_lines where session_id in (select id from own) returning 1)
      select count(*)::int as erased from gone`);
    return { erased: rows[0]?.erased ?? 0, kept: 0 };
  },
};
