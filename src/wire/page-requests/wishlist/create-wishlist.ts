// Answers the form that creates a wishlist (yith_wcwl_create): wishlist_name and wishlist_visibility.
import { routes } from "#routes";
import { Refusal } from "#shop/refusal.ts";
import { createWishlist } from "#shop/wishlist/change-wishlist.ts";
import { formNames } from "#storefront/wishlist/fragments/form-id.ts";
import { isSignedIn, mayStartAnother, newListOf } from "../../admin-ajax/wishlist/wishlist-fields.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { done, type FormResult, type TypedForm } from "./wishlist-form.ts";

/** Creates it and goes to it. @throws Refusal wishlist_needs_account, wishlists_one_only, and what `createWishlist` refuses */
export async function createWishlistRequest({ db, clock, visit, fields }: Call): Promise<FormResult> {
  const { settings } = await visit.facts();
  if (settings.wishlist_guests === "no" && !(await isSignedIn(visit))) throw new Refusal("wishlist_needs_account");
  if (!(await mayStartAnother(visit))) throw new Refusal("wishlists_one_only");
  const { newName: name, privacy } = newListOf(fields);
  const { token } = await createWishlist(db, await visit.wishlists.keepOwnerId(), { name, privacy }, clock.now());
  await visit.wishlists.findAgain();
  return { notices: [done("notices.wishlist.created")], path: routes.wishlistView(token) };
}

export const typedWishlist: TypedForm = {
  name: formNames.create,
  controls: async ({ visit }) => ((await mayStartAnother(visit)) ? ["wishlist_name", "wishlist_visibility"] : []),
  controlOf: (_, { code }) => (code === "wishlist_name_missing" ? "wishlist_name" : null),
};
