import { and, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { wishlistItems, wishlists } from "#db/tables/wishlists.ts";
import { Refusal } from "../refusal.ts";
import { insertWishlist } from "./change-wishlist.ts";
import { isShownItem } from "./wished-products.ts";
import { type Privacy, wishedQuantity, wishlistLimits } from "./wishlist.rules.ts";
import type { Wishlist, WishlistItem } from "./wishlist.ts";
import { changeWishlists } from "./wishlist-owners.ts";
import { findOwnWishlist, type WishlistRef } from "./wishlists.ts";

/** A product that was removed from a list. */
export type RemovedItem = Pick<WishlistItem, "wishlistId" | "productId" | "quantity" | "attributes">;

/** Removes products from one of the owner's lists. @returns those that were in it @throws Refusal wishlist_unknown */
export async function removeFromWishlist(
  db: Database,
  ownerId: number,
  ref: WishlistRef | undefined,
  productIds: readonly number[],
): Promise<RemovedItem[]> {
  return changeWishlists(db, ownerId, async (db) => {
    const list = await getOwn(db, ownerId, ref);
    return db
      .delete(wishlistItems)
      .where(and(eq(wishlistItems.wishlistId, list.id), isProduct(productIds)))
      .returning({
        wishlistId: wishlistItems.wishlistId,
        productId: wishlistItems.productId,
        quantity: wishlistItems.quantity,
        attributes: sql<RemovedItem["attributes"]>`${wishlistItems.attributes}`,
      });
  });
}

/** Removes an item by its own id. @returns its product's id @throws Refusal wishlist_item_unknown if it is in none of the owner's lists */
export async function removeItem(db: Database, ownerId: number, itemId: number): Promise<number> {
  return changeWishlists(db, ownerId, async (db) => {
    const [removed] = await db
      .delete(wishlistItems)
      .where(and(eq(wishlistItems.id, itemId), inArray(wishlistItems.wishlistId, listsOf(db, ownerId))))
      .returning({ productId: wishlistItems.productId });
    if (!removed) throw new Refusal("wishlist_item_unknown");
    return removed.productId;
  });
}

/** Removes a product from all lists of the owner. */
export async function removeFromAllWishlists(db: Database, ownerId: number, productId: number): Promise<void> {
  await changeWishlists(db, ownerId, async (db) => {
    await db
      .delete(wishlistItems)
      .where(and(eq(wishlistItems.productId, productId), inArray(wishlistItems.wishlistId, listsOf(db, ownerId))));
  });
}

/** Returns the condition that selects products. One parameter, because callers may send any number of ids. */
function isProduct(productIds: readonly number[]): SQL {
  return sql`${wishlistItems.productId} = any(${sql.param([...productIds])}::bigint[])`;
}

function listsOf(db: Database, ownerId: number) {
  return db.select({ id: wishlists.id }).from(wishlists).where(eq(wishlists.ownerId, ownerId));
}

export interface Move {
  /** Undefined: the default list. */
  from: WishlistRef | undefined;
  to: WishlistRef | { newName: string; privacy: Privacy };
  productIds: readonly number[];
}

/**
 * Moves products between two of the owner's lists. What the destination has already is only removed from the origin; either
 * way the item counts as added now. Source: wire notes 1.3. @returns the destination
 * @throws Refusal wishlist_unknown, wishlist_name_missing, wishlists_too_many, wishlist_full (details: limit)
 */
export async function moveItems(
  db: Database,
  ownerId: number,
  { from, to, productIds }: Move,
  now: Date,
): Promise<Wishlist> {
  return changeWishlists(db, ownerId, async (db) => {
    const origin = await getOwn(db, ownerId, from);
    const here = and(eq(wishlistItems.wishlistId, origin.id), isProduct(productIds));
    const items = await db.select({ productId: wishlistItems.productId }).from(wishlistItems).where(here);
    if (items.length === 0) throw new Refusal("wishlist_item_unknown");
    const destination =
      "newName" in to
        ? await insertWishlist(db, ownerId, { name: to.newName, privacy: to.privacy }, now)
        : await getOwn(db, ownerId, to);
    if (destination.id === origin.id) return destination;
    const doubles = await db
      .update(wishlistItems)
      .set({ addedAt: now })
      .where(and(eq(wishlistItems.wishlistId, destination.id), isProduct(items.map(({ productId }) => productId))))
      .returning({ productId: wishlistItems.productId });
    const known = doubles.map(({ productId }) => productId);
    if (known.length > 0)
      await db.delete(wishlistItems).where(and(eq(wishlistItems.wishlistId, origin.id), isProduct(known)));
    await db.update(wishlistItems).set({ wishlistId: destination.id, position: 0, addedAt: now }).where(here);
    await refuseTooMany(db, destination.id);
    return destination;
  });
}

async function refuseTooMany(db: Database, wishlistId: number): Promise<void> {
  const { maxItems } = wishlistLimits;
  const [items] = await db
    .select({ number: count() })
    .from(wishlistItems)
    .where(eq(wishlistItems.wishlistId, wishlistId));
  if ((items?.number ?? 0) > maxItems) throw new Refusal("wishlist_full", { limit: maxItems });
}

/**
 * Puts products of one of the owner's lists in order, beginning at `offset` among the shown items (default: where the first of
 * them is); all others keep their places around them. Repeating it has no effect. @throws Refusal wishlist_unknown
 */
export async function sortItems(
  db: Database,
  ownerId: number,
  { ref, productIds, offset }: { ref: WishlistRef | undefined; productIds: readonly number[]; offset?: number },
): Promise<void> {
  await reorder(db, ownerId, ref, (current) => {
    const byId = new Map(current.map((item) => [item.productId, item]));
    const sorted = new Set(productIds.flatMap((id) => byId.get(id) ?? []));
    const others = current.filter((item) => !sorted.has(item));
    const first = current.findIndex((item) => sorted.has(item));
    const start = offset === undefined ? Math.max(first, 0) : afterShown(others, offset);
    return others.toSpliced(start, 0, ...sorted);
  });
}

/** Moves a product of one of the owner's lists up or down by one place, if there is one. @throws Refusal wishlist_unknown */
export async function moveItem(
  db: Database,
  ownerId: number,
  { ref, productId, by }: { ref: WishlistRef | undefined; productId: number; by: -1 | 1 },
): Promise<void> {
  await reorder(db, ownerId, ref, (current) => {
    const moved = current.find((item) => item.productId === productId);
    if (!moved?.isShown) return current;
    const place = current.filter(({ isShown }) => isShown).indexOf(moved) + by;
    const others = current.filter((item) => item !== moved);
    return others.toSpliced(afterShown(others, Math.max(place, 0)), 0, moved);
  });
}

/** An item in the order of its list. */
interface Placed {
  productId: number;
  /** Others keep their places between those that the owner sees and sorts. */
  isShown: boolean;
}

/** Returns the index after this many shown items, or the end. */
function afterShown(items: readonly Placed[], number: number): number {
  let shown = 0;
  if (number === 0) return 0;
  const last = items.findIndex(({ isShown }) => isShown && ++shown === number);
  return last < 0 ? items.length : last + 1;
}

/** Stores the order of a list's items that `order` makes of the current one. */
async function reorder(
  db: Database,
  ownerId: number,
  ref: WishlistRef | undefined,
  order: (current: readonly Placed[]) => readonly Placed[],
): Promise<void> {
  await changeWishlists(db, ownerId, async (db) => {
    const list = await getOwn(db, ownerId, ref);
    const { rows } = await db.execute<{ product_id: string; is_shown: boolean }>(sql`
      select i.product_id, ${isShownItem} as is_shown from wishlist_items i
      where i.wishlist_id = ${list.id} order by i.position, i.id desc`);
    const current = rows.map((row) => ({ productId: Number(row.product_id), isShown: row.is_shown }));
    const wanted = order(current).map(({ productId }) => productId);
    await db.execute(sql`update wishlist_items i set position = given.place
      from unnest(${sql.param(wanted)}::bigint[]) with ordinality as given(product_id, place)
      where i.wishlist_id = ${list.id} and i.product_id = given.product_id`);
  });
}

/**
 * Sets how many of these products the owner wishes for; products that are not in the list are ignored. Repeating it has no
 * effect. @throws Refusal wishlist_unknown
 */
export async function setItemQuantities(
  db: Database,
  ownerId: number,
  { ref, quantities }: { ref: WishlistRef | undefined; quantities: ReadonlyMap<number, number | null> },
): Promise<void> {
  await changeWishlists(db, ownerId, async (db) => {
    const list = await getOwn(db, ownerId, ref);
    const wanted = Array.from(quantities.values(), wishedQuantity);
    await db.execute(sql`update wishlist_items i set quantity = given.quantity
      from unnest(${sql.param([...quantities.keys()])}::bigint[], ${sql.param(wanted)}::integer[])
        as given(product_id, quantity)
      where i.wishlist_id = ${list.id} and i.product_id = given.product_id`);
  });
}

async function getOwn(db: Database, ownerId: number, ref: WishlistRef | undefined): Promise<Wishlist> {
  const list = await findOwnWishlist(db, ownerId, ref);
  if (!list) throw new Refusal("wishlist_unknown");
  return list;
}
