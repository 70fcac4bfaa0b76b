import type { Privacy } from "./wishlist.rules.ts";

/** Whose wishlists: a user's, or those of the guest whose cookie has the token with this SHA-256. */
export type OwnerKey = { userId: number } | { guestHash: Buffer };

/** A list as its owner sees it. */
export interface Wishlist {
  id: number;
  /** Twelve capital letters and digits: the secret part of the link that shares the list. */
  token: string;
  /** "" for a default list without a name. */
  name: string;
  privacy: Privacy;
  isDefault: boolean;
  createdAt: Date;
}

/** An item of a list, and the product or variation that was chosen. */
export interface ListedItem {
  itemId: number;
  productId: number;
}

/** A list with the items that it shows, in their order. */
export interface WishlistSummary extends Wishlist {
  items: readonly ListedItem[];
}

/** Whether an owner gets mails about wished products; `waiting`: a guest's address is not confirmed yet. */
export type AlertState = "off" | "waiting" | "on";

/** All lists of one owner, the default list first. */
export interface OwnWishlists {
  ownerId: number;
  /** Changes with every change. */
  version: string;
  lists: readonly WishlistSummary[];
  /** One item of each product or variation that the lists show. */
  itemIds: ReadonlyMap<number, number>;
  alerts: AlertState;
}

/** A list that the viewer may see. */
export interface ViewedWishlist extends WishlistSummary {
  ownerId: number;
  isOwn: boolean;
}

export interface WishlistItem {
  id: number;
  wishlistId: number;
  /** The product, or the variation that was chosen; unique in its list. */
  productId: number;
  /** Chosen values by wire key (attribute_{slug}). */
  attributes: Readonly<Record<string, string>>;
  quantity: number;
  position: number;
  addedAt: Date;
}
