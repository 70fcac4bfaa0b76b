// Answers POST action=update_item_quantity with an empty body: product_id (the row's product), wishlist_token, quantity.
import { Refusal } from "#shop/refusal.ts";
import { setItemQuantities } from "#shop/wishlist/change-items.ts";
import type { Call, CallAnswer } from "../../wc-ajax/entrance.ts";
import { idOf, quantityOf } from "../../wc-ajax/fields.ts";
import { answerUnlessRefused, nothing } from "./wishlist-answers.tsx";
import { namedListOf } from "./wishlist-fields.ts";

/** Clients may send it several times at once; each call sets the quantity, so that does not matter. */
export async function answerUpdateQuantity({ db, visit, fields }: Call): Promise<CallAnswer> {
  return answerUnlessRefused(async () => {
    const productId = idOf(fields, "product_id");
    if (productId === undefined) throw new Refusal("wishlist_item_unknown");
    const ref = namedListOf(fields, "wishlist_token");
    const quantity = quantityOf(fields, "quantity");
    await setItemQuantities(db, await visit.wishlists.ownerId(), { ref, quantities: new Map([[productId, quantity]]) });
    await visit.wishlists.findAgain();
    return nothing;
  }, nothing);
}
