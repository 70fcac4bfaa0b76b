import { hash, randomBytes } from "node:crypto";
import type { Database } from "#db/database.ts";
import { addToWishlist } from "./add-to-wishlist.ts";
import { setWishlistPrivacy } from "./change-wishlist.ts";
import type { Privacy } from "./wishlist.rules.ts";

/** A guest with a default list. */
export interface GuestWithList {
  /** The value of the guest's cookie. */
  cookie: string;
  ownerId: number;
  listId: number;
  token: string;
}

/** Adds these products to the default list of a new guest. */
export async function addGuestList(
  db: Database,
  productIds: readonly number[],
  now: Date,
  privacy: Privacy = "shared",
): Promise<GuestWithList> {
  const cookie = randomBytes(32).toString("base64url");
  const key = { guestHash: hash("sha256", cookie, "buffer") };
  let added: Awaited<ReturnType<typeof addToWishlist>> | undefined;
  for (const productId of productIds) {
    const offer = { productId, attributes: {}, price: 1000, currency: "PKR", quantity: 1 };
    added = await addToWishlist(db, added ? { ownerId: added.ownerId, userId: null } : { key }, "default", offer, now);
  }
  if (!added) throw new Error("A guest's list needs a product");
  await setWishlistPrivacy(db, added.ownerId, { id: added.wishlistId }, privacy);
  return { cookie, ownerId: added.ownerId, listId: added.wishlistId, token: added.token };
}
