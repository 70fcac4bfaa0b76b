// Answers ?remove_from_wishlist={product}[&wishlist_id=]&_wpnonce= on any page.
import { pageRequests } from "#http/guards/nonce-actions.ts";
import { Refusal } from "#shop/refusal.ts";
import { removeWished } from "../../admin-ajax/wishlist/remove-wished.ts";
import { wishlistRefusal } from "../../admin-ajax/wishlist/wishlist-texts.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { addPageExpiredNotice } from "../../wc-ajax/notices.ts";
import { pathWithout } from "../return-paths.ts";
import { wishlistParameters } from "./add-to-wishlist.ts";

/** Returns the address of the requested page; with an invalid nonce it only adds a notice and returns undefined. */
export async function removeFromWishlistRequest(call: Call): Promise<string | undefined> {
  const { visit, fields } = call;
  if (!(await visit.hasValidLinkNonce(pageRequests.remove_from_wishlist, fields))) {
    await addPageExpiredNotice(call);
    return undefined;
  }
  try {
    await visit.addNotice(await removeWished(call));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await visit.addNotice(wishlistRefusal(error, "notices.wishlist.notRemoved"));
  }
  return pathWithout(visit.request.url, wishlistParameters);
}
