import { and, asc, count, eq, ne } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { wishlists } from "#db/tables/wishlists.ts";
import { Refusal } from "../refusal.ts";
import { maxNameLength, type Privacy, wishlistLimits, wishlistName } from "./wishlist.rules.ts";
import type { Wishlist } from "./wishlist.ts";
import { changeWishlists } from "./wishlist-owners.ts";
import { newWishlistToken } from "./wishlist-token.ts";
import { findOwnWishlist, isList, type WishlistRef } from "./wishlists.ts";

/**
 * Creates a list; the owner's first one becomes the default. @throws Refusal wishlist_name_missing, wishlists_too_many
 * (details: limit), wishlist_unknown (the owner is gone)
 */
export async function createWishlist(
  db: Database,
  ownerId: number,
  { name, privacy }: { name: string; privacy: Privacy },
  now: Date,
): Promise<Wishlist> {
  return changeWishlists(db, ownerId, (db) => insertWishlist(db, ownerId, { name, privacy }, now));
}

/** Does the same in the caller's transaction, which holds the owner's lock. */
export async function insertWishlist(
  db: Database,
  ownerId: number,
  given: { name: string; privacy: Privacy },
  now: Date,
): Promise<Wishlist> {
  const name = nameOf(given.name);
  const { maxLists } = wishlistLimits;
  const [lists] = await db.select({ number: count() }).from(wishlists).where(eq(wishlists.ownerId, ownerId));
  if ((lists?.number ?? 0) >= maxLists) throw new Refusal("wishlists_too_many", { limit: maxLists });
  const [made] = await db
    .insert(wishlists)
    .values({
      ownerId,
      token: newWishlistToken(),
      name,
      privacy: given.privacy,
      isDefault: lists?.number === 0,
      createdAt: now,
    })
    .returning();
  if (!made) throw new Error("A wishlist was not created");
  return made;
}

/** Renames one of the owner's lists. @throws Refusal wishlist_name_missing, wishlist_unknown */
export async function renameWishlist(db: Database, ownerId: number, ref: WishlistRef, text: string): Promise<Wishlist> {
  return setColumns(db, ownerId, ref, { name: nameOf(text) });
}

/** Sets who can see one of the owner's lists. @throws Refusal wishlist_unknown */
export async function setWishlistPrivacy(
  db: Database,
  ownerId: number,
  ref: WishlistRef,
  privacy: Privacy,
): Promise<Wishlist> {
  return setColumns(db, ownerId, ref, { privacy });
}

async function setColumns(
  db: Database,
  ownerId: number,
  ref: WishlistRef,
  values: { name?: string; privacy?: Privacy },
): Promise<Wishlist> {
  return changeWishlists(db, ownerId, async (db) => {
    const [list] = await db
      .update(wishlists)
      .set(values)
      .where(and(eq(wishlists.ownerId, ownerId), isList(ref)))
      .returning();
    if (!list) throw new Refusal("wishlist_unknown");
    return list;
  });
}

/** Deletes one of the owner's lists with its items; the oldest of the others becomes the default. @throws Refusal wishlist_unknown */
export async function deleteWishlist(db: Database, ownerId: number, ref: WishlistRef): Promise<void> {
  await changeWishlists(db, ownerId, async (db) => {
    const list = await findOwnWishlist(db, ownerId, ref);
    if (!list) throw new Refusal("wishlist_unknown");
    await db.delete(wishlists).where(eq(wishlists.id, list.id));
    if (!list.isDefault) return;
    const [oldest] = await db
      .select({ id: wishlists.id })
      .from(wishlists)
      .where(and(eq(wishlists.ownerId, ownerId), ne(wishlists.id, list.id)))
      .orderBy(asc(wishlists.id))
      .limit(1);
    if (oldest) await db.update(wishlists).set({ isDefault: true }).where(eq(wishlists.id, oldest.id));
  });
}

/** @throws Refusal wishlist_name_missing (details: limit, the longest name in characters) */
function nameOf(text: string): string {
  const name = wishlistName(text);
  if (name === "") throw new Refusal("wishlist_name_missing", { limit: maxNameLength });
  return name;
}
