// Answers the form of a wishlist's page (yith_wcwl_edit_wishlist, wishlist_id) by its button: save_title (wishlist_name),
// apply_bulk_actions (bulk_actions, items[{product}][cb]), update_wishlist (items[{product}][quantity|position]) or
// add_all_to_cart.
import { Refusal } from "#shop/refusal.ts";
import { moveItem, moveItems, removeFromWishlist, setItemQuantities, sortItems } from "#shop/wishlist/change-items.ts";
import { renameWishlist } from "#shop/wishlist/change-wishlist.ts";
import type { WishlistSummary } from "#shop/wishlist/wishlist.ts";
import { formNames } from "#storefront/wishlist/fragments/form-id.ts";
import { parseMove } from "#storefront/wishlist/fragments/row-move.ts";
import { nameOf } from "#storefront/wishlist/fragments/wishlist-view.ts";
import { translatorOf } from "../../admin-ajax/wishlist/wishlist-answers.tsx";
import { namedListOf, ownListOf } from "../../admin-ajax/wishlist/wishlist-fields.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { type Fields, hasField, quantityOf, textOf } from "../../wc-ajax/fields.ts";
import { itemsToCart } from "./items-to-cart.ts";
import { nestedFields } from "./nested-fields.ts";
import { done, type FormResult, type TypedForm } from "./wishlist-form.ts";

/** @throws Refusal wishlist_unknown if it is not a list of the visitor, and what the change refuses */
export async function editWishlist(call: Call): Promise<FormResult> {
  const { visit, fields } = call;
  const own = await visit.wishlists.find();
  if (!own) throw new Refusal("wishlist_unknown");
  const list = ownListOf(own, fields, "wishlist_id");
  const result = await applyButton(call, own.ownerId, list);
  await visit.wishlists.findAgain();
  return result;
}

async function applyButton(call: Call, ownerId: number, list: WishlistSummary): Promise<FormResult> {
  const { db, fields } = call;
  const ref = { id: list.id };
  if (hasField(fields, "save_title")) {
    await renameWishlist(db, ownerId, ref, textOf(fields, "wishlist_name"));
    return { notices: [done("notices.wishlist.changed")] };
  }
  if (hasField(fields, "apply_bulk_actions")) return applyBulkAction(call, ownerId, list);
  if (hasField(fields, "add_all_to_cart")) {
    const productIds = list.items.map(({ productId }) => productId);
    return { notices: await itemsToCart(call, ownerId, { ref, productIds }, "notices.wishlist.allToCart") };
  }
  return hasField(fields, "update_wishlist") ? updateItems(call, ownerId, ref) : { notices: [] };
}

/** Does what `bulk_actions` says with the checked products: add_to_cart, delete, or move to the list with this token. */
async function applyBulkAction(call: Call, ownerId: number, list: WishlistSummary): Promise<FormResult> {
  const { db, clock, fields } = call;
  const checked = nestedFields(fields, "items", "cb").map(({ id }) => id);
  const productIds = checked.filter((id) => list.items.some(({ productId }) => productId === id));
  if (productIds.length === 0) throw new Refusal("wishlist_item_unknown");
  const ref = { id: list.id };
  const action = textOf(fields, "bulk_actions");
  if (action === "add_to_cart")
    return { notices: await itemsToCart(call, ownerId, { ref, productIds }, "notices.wishlist.itemsToCart") };
  if (action === "delete") {
    await removeFromWishlist(db, ownerId, ref, productIds);
    return { notices: [done("notices.wishlist.itemsRemoved")] };
  }
  const to = namedListOf(fields, "bulk_actions");
  const destination = await moveItems(db, ownerId, { from: ref, to, productIds }, clock.now());
  const name = nameOf(destination, await translatorOf(call.visit));
  return { notices: [done("notices.wishlist.itemsMoved", { name })] };
}

/** Saves quantities and order. The buttons that move a row are named update_wishlist too, and save it with the rest. */
async function updateItems({ db, fields }: Call, ownerId: number, ref: { id: number }): Promise<FormResult> {
  const quantities = nestedFields(fields, "items", "quantity").map(
    ({ id, name }) => [id, quantityOf(fields, name)] as const,
  );
  if (quantities.length > 0) await setItemQuantities(db, ownerId, { ref, quantities: new Map(quantities) });
  const move = parseMove(textOf(fields, "update_wishlist"));
  if (move) await moveItem(db, ownerId, { ref, ...move });
  else await saveOrder(db, ownerId, ref, fields);
  return { notices: [done("notices.wishlist.changed")] };
}

async function saveOrder(db: Call["db"], ownerId: number, ref: { id: number }, fields: Fields): Promise<void> {
  const positions = nestedFields(fields, "items", "position").map(({ id, name }) => ({
    id,
    position: quantityOf(fields, name) || 0,
  }));
  const productIds = positions.toSorted((one, other) => one.position - other.position).map(({ id }) => id);
  if (productIds.length > 0) await sortItems(db, ownerId, { ref, productIds });
}

/** The title's form; the other buttons send no texts. */
export const typedTitle: TypedForm = {
  name: formNames.title,
  controls: async ({ visit, fields }) => {
    const own = await visit.wishlists.find();
    const isShown = own?.lists.some(({ token }) => token === textOf(fields, "wishlist_id")) ?? false;
    return isShown && hasField(fields, "save_title") ? ["wishlist_name"] : [];
  },
};
