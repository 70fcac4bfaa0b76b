// Answers the form of the page that manages wishlists (yith_wcwl_manage): wishlist_options[{list}][wishlist_name] and
// wishlist_options[{list}][wishlist_privacy].
import { Refusal } from "#shop/refusal.ts";
import { renameWishlist, setWishlistPrivacy } from "#shop/wishlist/change-wishlist.ts";
import { privacyOf, wishlistName } from "#shop/wishlist/wishlist.rules.ts";
import type { Wishlist } from "#shop/wishlist/wishlist.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { hasField, textOf } from "../../wc-ajax/fields.ts";
import { done, type FormResult } from "./wishlist-form.ts";

/** Changes the visitor's lists among those that the form names. @throws Refusal wishlist_unknown, wishlist_name_missing */
export async function manageWishlists(call: Call): Promise<FormResult> {
  const { visit } = call;
  const own = await visit.wishlists.find();
  if (!own) throw new Refusal("wishlist_unknown");
  for (const list of own.lists) await changeList(call, own.ownerId, list);
  await visit.wishlists.findAgain();
  return { notices: [done("notices.wishlist.changed")] };
}

async function changeList({ db, fields }: Call, ownerId: number, list: Wishlist): Promise<void> {
  const { id, name, privacy } = list;
  const nameField = `wishlist_options[${id}][wishlist_name]`;
  const given = textOf(fields, nameField);
  // A default list without a name may stay without.
  const isRenamed = hasField(fields, nameField) && wishlistName(given) !== name;
  if (isRenamed) await renameWishlist(db, ownerId, { id }, given);
  const wanted = privacyOf(textOf(fields, `wishlist_options[${id}][wishlist_privacy]`));
  if (wanted && wanted !== privacy) await setWishlistPrivacy(db, ownerId, { id }, wanted);
}
