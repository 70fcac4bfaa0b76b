import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { EstimateAnswer } from "./estimate-fields.ts";
import type { Privacy } from "./wishlist.rules.ts";

interface WrittenWishlist extends Record<string, unknown> {
  /** "" for a default list without a name. */
  name: string;
  privacy: Privacy;
  createdAt: string;
  items: readonly { product: string; choices: Record<string, string>; quantity: number; addedAt: string }[];
  /** Requests for an estimate. */
  estimates: readonly { email: string; notes: string; answers: readonly EstimateAnswer[]; askedAt: string }[];
}

/** Lists a user's wishlists with their products and requests for an estimate, for the data export; without the secret part of their links. */
export async function listUserWishlists(db: Database, userId: number): Promise<WrittenWishlist[]> {
  const { rows } = await db.execute<WrittenWishlist>(sql`
    select w.name, w.privacy, w.created_at as "createdAt", coalesce(
      json_agg(json_build_object('product', p.name, 'choices', i.attributes, 'quantity', i.quantity, 'addedAt', i.added_at)
        order by i.position, i.id desc) filter (where i.id is not null), '[]'::json) as items, coalesce((
        select json_agg(json_build_object('email', e.email, 'notes', e.notes, 'answers', e.answers, 'askedAt', e.created_at) order by e.id)
        from wishlist_estimates e where e.wishlist_id = w.id), '[]'::json) as estimates
    from wishlist_owners o join wishlists w on w.owner_id = o.id left join wishlist_items i on i.wishlist_id = w.id
      left join products p on p.id = i.product_id
    where o.user_id = ${userId} group by w.id order by w.is_default desc, w.id`);
  return rows;
}

/** Returns what the shop remembers of a user's wishes besides the lists, for the data export. */
export async function findUserWishes(db: Database, userId: number) {
  const { rows } = await db.execute<{
    wishes: readonly { product: string; wishedAt: string }[];
    alerts: { requestedAt: string; confirmedAt: string | null } | null;
  }>(sql`
    select coalesce((
        select json_agg(json_build_object('product', p.name, 'wishedAt', w.wished_at) order by w.wished_at, w.product_id)
        from wishlist_wishes w join products p on p.id = w.product_id where w.owner_id = o.id), '[]'::json) as wishes, (
        select json_build_object('requestedAt', a.requested_at, 'confirmedAt', a.confirmed_at)
        from wishlist_alerts a where a.owner_id = o.id) as alerts
    from wishlist_owners o where o.user_id = ${userId}`);
  const [found] = rows;
  return found ?? { wishes: [], alerts: null };
}
