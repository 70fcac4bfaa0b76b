// Answers GET ?move_to_cart={item id}&_wpnonce= on any page: moves an item of the visitor's wishlists into the cart.
import { pageRequests } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { Refusal } from "#shop/refusal.ts";
import { moveToCart } from "#shop/wishlist/save-for-later.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { idOf } from "../../wc-ajax/fields.ts";
import { addedNotice, addPageExpiredNotice, refusalNotice } from "../../wc-ajax/notices.ts";
import { referringPage } from "../return-paths.ts";

/** Returns the path of the page that showed the link. With an invalid nonce it only adds a notice and returns undefined. */
export async function moveToCartRequest(call: Call): Promise<string | undefined> {
  const { db, clock, cartProducts, visit, fields } = call;
  if (!(await visit.hasValidLinkNonce(pageRequests.move_to_cart, fields))) {
    await addPageExpiredNotice(call);
    return undefined;
  }
  const own = await visit.wishlists.find();
  const itemId = idOf(fields, "move_to_cart");
  const path = referringPage(call) ?? routes.wishlist();
  if (!own || itemId === undefined) return path;
  try {
    const { id } = await visit.session.keep();
    const item = { ownerId: own.ownerId, itemId, findProduct: (id: number) => cartProducts.findToAdd(id) };
    const added = await moveToCart(db, id, item, clock.now());
    await visit.wishlists.findAgain();
    await visit.addNotice(addedNotice([added]));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Following the link twice is harmless.
    if (error.code !== "wishlist_item_unknown") await visit.addNotice(refusalNotice(error));
  }
  return path;
}
