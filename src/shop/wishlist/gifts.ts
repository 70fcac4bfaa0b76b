import { hash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { Refusal } from "../refusal.ts";

/** Who will give an item: the browser that asks, or another one. */
export type GiftMark = "mine" | "taken";

/** An item of a list that somebody else shared; the token of its link is the right to see it. */
export interface GiftRef {
  listToken: string;
  itemId: number;
}

/** Returns what identifies a giver. @param token of the browser's cookie */
export function giverHash(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** Lists what visitors will give, by item id. Never pass the result to the list's owner. @param giver null: a browser that marked nothing */
export async function listGiftMarks(
  db: Database,
  wishlistId: number,
  giver: Buffer | null,
): Promise<Map<number, GiftMark>> {
  const { rows } = await db.execute<{ id: string; is_mine: boolean }>(sql`
    select g.item_id as id, coalesce(g.giver_hash = ${giver}, false) as is_mine
    from wishlist_gifts g join wishlist_items i on i.id = g.item_id where i.wishlist_id = ${wishlistId}`);
  return new Map(rows.map(({ id, is_mine }) => [Number(id), is_mine ? "mine" : "taken"]));
}

/**
 * Marks an item as a gift by this browser; repeating it has no effect, and of concurrent givers one gets it.
 * @param viewerId the visitor's owner id; null: none
 * @throws Refusal wishlist_item_unknown (no such list or item, private, or the visitor's own), gift_taken
 */
export async function markGift(
  db: Database,
  { listToken, itemId }: GiftRef,
  { giver, viewerId }: { giver: Buffer; viewerId: number | null },
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const { rows } = await db.execute<{ is_mine: boolean }>(sql`
    with item as (select i.id from wishlist_items i join wishlists w on w.id = i.wishlist_id
        join wishlist_owners o on o.id = w.owner_id
        where i.id = ${itemId} and w.token = ${listToken} and w.privacy <> 'private'
          and w.owner_id is distinct from ${viewerId} and (o.expires_at is null or o.expires_at > ${at}::timestamptz))
    insert into wishlist_gifts as g (item_id, giver_hash, marked_at) select id, ${giver}, ${at}::timestamptz from item
    on conflict (item_id) do update set marked_at = g.marked_at
    returning giver_hash = ${giver} as is_mine`);
  if (!rows[0]) throw new Refusal("wishlist_item_unknown");
  if (!rows[0].is_mine) throw new Refusal("gift_taken");
}

/** Takes back this browser's mark. Repeating it has no effect. */
export async function unmarkGift(db: Database, itemId: number, giver: Buffer): Promise<void> {
  await db.execute(sql`delete from wishlist_gifts where item_id = ${itemId} and giver_hash = ${giver}`);
}
