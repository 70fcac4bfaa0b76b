import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";
import { Refusal } from "../refusal.ts";
import type { WishedOffer } from "./wished-offer.ts";
import { type Privacy, wishedQuantity, wishlistLimits } from "./wishlist.rules.ts";
import type { OwnerKey } from "./wishlist.ts";
import { guestLifetimeMs } from "./wishlist-owners.ts";
import { newWishlistToken } from "./wishlist-token.ts";
import type { WishlistRef } from "./wishlists.ts";

/** Where to add: the default list, one of the owner's lists, or a new one. */
export type WishlistTarget = "default" | WishlistRef | { newName: string; privacy: Privacy };

/** The id of the lists' owner; a key for which an owner is created by the first add; or the key of a guest who has lists. */
export type WishlistHolder =
  | { ownerId: number; userId: number | null }
  | { key: OwnerKey }
  | { known: { guestHash: Buffer } };

export interface WishlistAddition extends WishedOffer {
  /** null: one. */
  quantity: number | null;
}

export interface AddedToWishlist {
  ownerId: number;
  wishlistId: number;
  token: string;
  /** False if the product was in the list already. */
  isNew: boolean;
}

interface Row extends Record<string, unknown> {
  for_owner: number;
  outcome: "added" | "exists" | "owner_gone" | "list_unknown" | "too_many_lists" | "too_many_items";
  list_id: number;
  list_token: string;
}

/**
 * Adds a product to a list in one statement. Safe under concurrency: a list holds a product once, and no limit is exceeded.
 * @throws Refusal wishlist_unknown (no such list of this owner), wishlist_owner_gone (signed in, merged or expired meanwhile),
 * wishlists_too_many, wishlist_full (details: limit)
 */
export async function addToWishlist(
  db: Database,
  holder: WishlistHolder,
  target: WishlistTarget,
  { productId, attributes, price, currency, quantity }: WishlistAddition,
  now: Date,
): Promise<AddedToWishlist> {
  const { ownerId, userId, newGuest, knownGuest } = partsOf(holder);
  const ref = typeof target === "object" && !("newName" in target) ? target : undefined;
  const made = typeof target === "object" && "newName" in target ? target : undefined;
  const until = new Date(now.getTime() + guestLifetimeMs).toISOString();
  const { rows } = await executeNamed<Row>(
    db,
    "add_to_wishlist",
    sql`select * from add_to_wishlist(
      coalesce(${ownerId}::bigint, (select id from wishlist_owners where user_id = ${userId}::bigint),
        (select id from wishlist_owners where guest_hash = ${knownGuest}::bytea and expires_at > ${now.toISOString()}::timestamptz)),
      ${userId}::bigint, ${newGuest}::bytea,
      ${until}::timestamptz, ${ref && "id" in ref ? ref.id : null}::bigint, ${ref && "token" in ref ? ref.token : null},
      ${made?.newName ?? null}, ${made?.privacy ?? null}, ${newWishlistToken()}, ${newWishlistToken()}, ${productId}::bigint,
      ${JSON.stringify(attributes)}::jsonb, ${wishedQuantity(quantity)}::integer, ${price}::bigint, ${currency},
      ${now.toISOString()}::timestamptz, ${JSON.stringify(wishlistLimits)}::jsonb)`,
  );
  const [row] = rows;
  if (!row) throw new Error("add_to_wishlist returned no row");
  refuse(row.outcome);
  return {
    ownerId: Number(row.for_owner),
    wishlistId: Number(row.list_id),
    token: row.list_token,
    isNew: row.outcome === "added",
  };
}

/** Returns what a holder is found or started by; null for what it is not. */
function partsOf(holder: WishlistHolder) {
  const none = { ownerId: null, userId: null, newGuest: null, knownGuest: null };
  if ("ownerId" in holder) return { ...none, ...holder };
  if ("known" in holder) return { ...none, knownGuest: holder.known.guestHash };
  const { key } = holder;
  return "userId" in key ? { ...none, userId: key.userId } : { ...none, newGuest: key.guestHash };
}

function refuse(outcome: Row["outcome"]): void {
  if (outcome === "owner_gone") throw new Refusal("wishlist_owner_gone");
  if (outcome === "list_unknown") throw new Refusal("wishlist_unknown");
  if (outcome === "too_many_lists") throw new Refusal("wishlists_too_many", { limit: wishlistLimits.maxLists });
  if (outcome === "too_many_items") throw new Refusal("wishlist_full", { limit: wishlistLimits.maxItems });
}
