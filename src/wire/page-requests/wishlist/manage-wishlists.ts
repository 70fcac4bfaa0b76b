// Answers the form of the page that manages wishlists (yith_wcwl_manage): wishlist_options[{list}][wishlist_name] and
// wishlist_options[{list}][wishlist_privacy].
import { Refusal } from "#shop/refusal.ts";
import { renameWishlist, setWishlistPrivacy } from "#shop/wishlist/change-wishlist.ts";
import { privacyOf, wishlistName } from "#shop/wishlist/wishlist.rules.ts";
import type { Wishlist } from "#shop/wishlist/wishlist.ts";
import { formNames } from "#storefront/wishlist/fragments/form-id.ts";
import { nameOf } from "#storefront/wishlist/fragments/wishlist-view.ts";
import { translatorOf } from "../../admin-ajax/wishlist/wishlist-answers.tsx";
import { mayStartAnother } from "../../admin-ajax/wishlist/wishlist-fields.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { hasField, textOf } from "../../wc-ajax/fields.ts";
import { nestedFields } from "./nested-fields.ts";
import { done, type FormResult, type TypedForm } from "./wishlist-form.ts";

/** Changes the visitor's lists among those that the form names. @throws Refusal wishlist_unknown, wishlist_name_missing */
export async function manageWishlists(call: Call): Promise<FormResult> {
  const { visit } = call;
  const own = await visit.wishlists.find();
  if (!own) throw new Refusal("wishlist_unknown");
  const t = await translatorOf(visit);
  for (const list of own.lists) await changeList(call, own.ownerId, { ...list, shownName: nameOf(list, t) });
  await visit.wishlists.findAgain();
  return { notices: [done("notices.wishlist.changed")] };
}

async function changeList(
  { db, fields }: Call,
  ownerId: number,
  { id, name, shownName, privacy }: Wishlist & { shownName: string },
): Promise<void> {
  const nameField = `wishlist_options[${id}][wishlist_name]`;
  const given = textOf(fields, nameField);
  // A default list without a name is shown with one, and may stay without.
  const isRenamed = hasField(fields, nameField) && ![name, shownName].includes(wishlistName(given));
  if (isRenamed) await renameWishlist(db, ownerId, { id }, given);
  const wanted = privacyOf(textOf(fields, `wishlist_options[${id}][wishlist_privacy]`));
  if (wanted && wanted !== privacy) await setWishlistPrivacy(db, ownerId, { id }, wanted);
}

export const typedNames: TypedForm = {
  name: formNames.manage,
  controls: async ({ visit, fields }) =>
    (await mayStartAnother(visit))
      ? nestedFields(fields, "wishlist_options", "wishlist_name").map(({ name }) => name)
      : [],
};
