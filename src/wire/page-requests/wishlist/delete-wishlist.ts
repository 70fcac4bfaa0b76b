// Answers ?wishlist_id={list}&yith_wcwl_delete={nonce} on the page that manages wishlists.
import { routes } from "#routes";
import { deleteWishlist } from "#shop/wishlist/change-wishlist.ts";
import { namedListOf } from "../../admin-ajax/wishlist/wishlist-fields.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { done, type FormResult } from "./wishlist-form.ts";

/** @throws Refusal wishlist_unknown */
export async function deleteWishlistRequest({ db, visit, fields }: Call): Promise<FormResult> {
  await deleteWishlist(db, await visit.wishlists.ownerId(), namedListOf(fields, "wishlist_id"));
  await visit.wishlists.findAgain();
  return { notices: [done("notices.wishlist.deleted")], path: routes.manageWishlists() };
}
