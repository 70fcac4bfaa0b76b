// Answers POST action=reload_wishlist_and_adding_elem with HTML: adds a product (add_to_wishlist, product_type, wishlist_id) and
// renders the list of wishlist_token (pagination, per_page).
import { Refusal } from "#shop/refusal.ts";
import type { Call, CallAnswer } from "../../wc-ajax/entrance.ts";
import { addWished } from "./add-wished.ts";
import { renderedWishlist } from "./rendered-fragments.ts";
import { wishlistRefusal } from "./wishlist-texts.ts";

/** The wishlist's form is inside one element, because scripts look for it among the descendants of what they get. */
export async function answerReloadWishlist(call: Call): Promise<CallAnswer> {
  const { visit } = call;
  try {
    const { isNew } = await addWished(call);
    const messageKey = isNew ? "wishlist.added" : "wishlist.exists";
    await visit.addNotice({ kind: "success", messageKey, values: {} });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await visit.addNotice(wishlistRefusal(error, "notices.wishlist.notAdded"));
  }
  return { html: `<div>${await renderedWishlist(call)}</div>` };
}
