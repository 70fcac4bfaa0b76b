import { and, asc, desc, eq, gt, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "#db/database.ts";
import { isOneOf, prepared } from "#db/prepared.ts";
import { wishlistItems, wishlistOwners, wishlists } from "#db/tables/wishlists.ts";
import { hasForbiddenCharacters } from "../accounts/profile/line-text.rules.ts";
import { isShownItem } from "./wished-products.ts";
import type { ListedItem, ViewedWishlist, Wishlist, WishlistItem } from "./wishlist.ts";

/** A list by its number, which only its owner may use, or by its token. */
export type WishlistRef = { id: number } | { token: string };

/** Parses what the protocol sends for a list: digits are a number, twelve capital letters and digits a token. */
export function wishlistRef(text: string): WishlistRef | undefined {
  if (/^[1-9]\d{0,14}$/.test(text)) return { id: Number(text) };
  return /^[A-Z0-9]{12}$/.test(text) ? { token: text } : undefined;
}

/** Returns the condition that selects a list. */
export function isList(ref: WishlistRef): SQL {
  return "id" in ref ? eq(wishlists.id, ref.id) : eq(wishlists.token, ref.token);
}

const columns = {
  id: wishlists.id,
  token: wishlists.token,
  name: wishlists.name,
  privacy: wishlists.privacy,
  isDefault: wishlists.isDefault,
  createdAt: wishlists.createdAt,
};

/**
 * Finds a list that the viewer may see: an own one, or by its token one that is not private. The answer for a private list
 * of somebody else is the same as for none. @param viewerId the viewer's owner id; null: none
 */
export async function findViewedWishlist(
  db: Database,
  ref: WishlistRef,
  viewerId: number | null,
  now: Date,
): Promise<ViewedWishlist | undefined> {
  const isAlive = or(isNull(wishlistOwners.expiresAt), gt(wishlistOwners.expiresAt, now));
  const isOwn = viewerId === null ? sql`false` : eq(wishlists.ownerId, viewerId);
  const isShared = "token" in ref ? ne(wishlists.privacy, "private") : undefined;
  const [found] = await db
    .select({ ...columns, ownerId: wishlists.ownerId, items: shownItems })
    .from(wishlists)
    .innerJoin(wishlistOwners, eq(wishlistOwners.id, wishlists.ownerId))
    .where(and(isList(ref), isAlive, or(isOwn, isShared)));
  return found && { ...found, isOwn: found.ownerId === viewerId };
}

/** Finds a user's default list if it is public. @param viewerId the viewer's owner id; null: none */
export async function findPublicDefault(
  db: Database,
  userId: number,
  viewerId: number | null,
): Promise<ViewedWishlist | undefined> {
  const [found] = await db
    .select({ ...columns, ownerId: wishlists.ownerId, items: shownItems })
    .from(wishlists)
    .innerJoin(wishlistOwners, eq(wishlistOwners.id, wishlists.ownerId))
    .where(and(eq(wishlistOwners.userId, userId), eq(wishlists.isDefault, true), eq(wishlists.privacy, "public")));
  return found && { ...found, isOwn: found.ownerId === viewerId };
}

const shownItems = sql<ListedItem[]>`coalesce((
  select json_agg(json_build_object('itemId', i.id, 'productId', i.product_id) order by i.position, i.id desc)
  from wishlist_items i where i.wishlist_id = wishlists.id and ${isShownItem}), '[]'::json)`;

/** Finds one of the owner's lists; without `ref` the default one. */
export async function findOwnWishlist(db: Database, ownerId: number, ref?: WishlistRef): Promise<Wishlist | undefined> {
  const which = ref ? isList(ref) : eq(wishlists.isDefault, true);
  const [found] = await db
    .select(columns)
    .from(wishlists)
    .where(and(eq(wishlists.ownerId, ownerId), which));
  return found;
}

const item = alias(wishlistItems, "i");

const itemColumns = {
  id: item.id,
  wishlistId: item.wishlistId,
  productId: item.productId,
  attributes: sql<WishlistItem["attributes"]>`${item.attributes}`,
  quantity: item.quantity,
  position: item.position,
  addedAt: item.addedAt,
};

/** Lists the items with these ids, in the order of the ids, as far as they still exist. */
export async function listItemsById(db: Database, ids: readonly number[]): Promise<WishlistItem[]> {
  if (ids.length === 0) return [];
  const query = prepared(db, "wishlist_items_by_id", (db, name) =>
    db.select(itemColumns).from(item).where(isOneOf(item.id, "ids")).prepare(name),
  );
  const byId = new Map((await query.execute({ ids })).map((found) => [found.id, found]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Lists the shown items of a list: by position, then the newest first. */
export async function listItems(db: Database, wishlistId: number): Promise<WishlistItem[]> {
  return db
    .select(itemColumns)
    .from(item)
    .where(and(eq(item.wishlistId, wishlistId), isShownItem))
    .orderBy(asc(item.position), desc(item.id));
}

/** A public list that a search found. */
export interface FoundWishlist {
  token: string;
  /** "" for a default list without a name. */
  name: string;
  /** The owner's first name; "" for guests and users who gave none. */
  firstName: string;
  itemCount: number;
  createdAt: Date;
}

/**
 * Lists public lists with items whose name or whose owner's first name contains `text`, or whose owner has exactly this
 * last name, full name or email address, newest first. Those must be whole, so that nobody can find them out by guessing
 * parts of them: results show the first name only.
 */
export async function searchWishlists(db: Database, text: string, limit: number, now: Date): Promise<FoundWishlist[]> {
  if (hasForbiddenCharacters(text)) return [];
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const { rows } = await db.execute<{
    token: string;
    name: string;
    first_name: string | null;
    item_count: number;
    created_at: string;
  }>(sql`
    select w.token, w.name, u.first_name, w.created_at,
      (select count(*)::int from wishlist_items i where i.wishlist_id = w.id and ${isShownItem}) as item_count
    from wishlists w join wishlist_owners o on o.id = w.owner_id left join users u on u.id = o.user_id
    where w.privacy = 'public' and (o.expires_at is null or o.expires_at > ${now.toISOString()}::timestamptz) 
      and exists (select from wishlist_items i where i.wishlist_id = w.id and ${isShownItem})
      and (w.name ilike ${pattern} or u.first_name ilike ${pattern} or u.email_key = ${text.toLowerCase()}
        or lower(${text}) in (lower(u.last_name), lower(u.first_name || ' ' || u.last_name)))
    order by w.created_at desc, w.id desc limit ${limit}`);
  return rows.map(({ token, name, first_name, item_count, created_at }) => ({
    token,
    name,
    firstName: first_name ?? "",
    itemCount: item_count,
    createdAt: new Date(created_at),
  }));
}
