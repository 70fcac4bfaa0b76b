import { sql } from "drizzle-orm";
import type { PersonalDataPart } from "../privacy/personal-data.rules.ts";
import { findUserWishes, listUserWishlists } from "./user-wishlists.ts";

/** Wishlists of an account, and what was asked for with the address: estimates of other lists, mails about wished products. */
export const wishlistData: PersonalDataPart = {
  name: "wishlists, estimates and wish mails",
  async list(db, { email, userId }) {
    const { rows: estimates } = await db.execute<{ notes: string; answers: unknown; askedAt: string }>(
      sql`select e.notes, e.answers, e.created_at as "askedAt" from wishlist_estimates e
          join wishlists w on w.id = e.wishlist_id join wishlist_owners o on o.id = w.owner_id
        where lower(e.email) = ${email} and coalesce(o.user_id <> ${userId}, true) order by e.id`,
    );
    const { rows: guestMails } = await db.execute<{ requestedAt: string; confirmedAt: string | null }>(sql`
      select requested_at as "requestedAt", confirmed_at as "confirmedAt" from wishlist_alerts where email = ${email}
      order by owner_id`);
    const asGuest = { estimates, guestWishlistMails: guestMails };
    if (userId === null) return asGuest;
    const { wishes, alerts } = await findUserWishes(db, userId);
    return { ...asGuest, wishlists: await listUserWishlists(db, userId), everWished: wishes, wishlistMails: alerts };
  },
  async erase(db, { email, userId }) {
    const { rows } = await db.execute<{ erased: number }>(sql`
      with estimates as (delete from wishlist_estimates where lower(email) = ${email} returning id),
        mails as (delete from mail_outbox where mail_key in (select 'estimate:' || id from estimates)),
        alerts as (delete from wishlist_alerts where email = ${email} returning 1),
        owners as (delete from wishlist_owners where user_id = ${userId} returning id)
      select ((select count(*) from estimates) + (select count(*) from alerts)
        + (select count(*) from wishlists where owner_id in (select id from owners)))::int as erased`);
    return { erased: rows[0]?.erased ?? 0, kept: 0 };
  },
};
