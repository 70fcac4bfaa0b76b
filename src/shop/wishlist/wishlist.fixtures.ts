import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { addUser } from "../accounts/users.ts";
import { addProduct, noon } from "../cart/cart.fixtures.ts";
import { type AddedToWishlist, addToWishlist, type WishlistHolder, type WishlistTarget } from "./add-to-wishlist.ts";
import type { AlertState } from "./wishlist.ts";
import { listItems } from "./wishlists.ts";

export const newGuest = () => ({ guestHash: randomBytes(32) });

/** Adds a product with price 1,000 to a list, as the shop does. */
export function wish(
  db: Database,
  holder: WishlistHolder,
  productId: number,
  target: WishlistTarget = "default",
  now = noon,
): Promise<AddedToWishlist> {
  const offer = { productId, attributes: {}, price: 1000, currency: "PKR" };
  return addToWishlist(db, holder, target, { ...offer, quantity: null }, now);
}

/** Starts a guest's or user's default list with these products. */
export async function startList(db: Database, key: { guestHash: Buffer } | { userId: number }, products: number[]) {
  let list: AddedToWishlist | undefined;
  for (const product of products) {
    const userId = "userId" in key ? key.userId : null;
    list = await wish(db, list ? { ownerId: list.ownerId, userId } : { key }, product);
  }
  if (!list) throw new Error("A list starts with a product");
  return { ...list, holder: { ownerId: list.ownerId, userId: "userId" in key ? key.userId : null } };
}

/** Adds a user. @returns its id */
export async function addShopper(db: Database, firstName = "Sana"): Promise<number> {
  const email = `${randomBytes(6).toString("hex")}@example.com`;
  const passwordHash = "$argon2id$none";
  const names = { email, phone: null, firstName, lastName: "Malik" };
  const user = await addUser(db, { ...names, role: "customer", passwordHash }, noon);
  if (!user) throw new Error("No user");
  return user.id;
}

/** Returns whether the owner gets mails about wished products. */
export async function alertStateOf(db: Database, ownerId: number): Promise<AlertState> {
  const { rows } = await db.execute<{ is_confirmed: boolean }>(
    sql`select confirmed_at is not null as is_confirmed from wishlist_alerts where owner_id = ${ownerId}`,
  );
  return rows[0] ? (rows[0].is_confirmed ? "on" : "waiting") : "off";
}

export async function addProducts(db: Database, number: number): Promise<number[]> {
  return Promise.all(Array.from({ length: number }, () => addProduct(db)));
}

/** Returns a list's product ids in their order. */
export async function productsIn(db: Database, wishlistId: number): Promise<number[]> {
  const items = await listItems(db, wishlistId);
  return items.map(({ productId }) => productId);
}

export const ascending = (ids: readonly number[] | undefined): number[] => [...(ids ?? [])].sort((a, b) => a - b);
