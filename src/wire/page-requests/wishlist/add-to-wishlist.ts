// Answers ?add_to_wishlist={product or variation}[&wishlist_id=]&_wpnonce= on any page: the heart without scripts.
import { pageRequests } from "#http/guards/nonce-actions.ts";
import { Refusal } from "#shop/refusal.ts";
import { addWished } from "../../admin-ajax/wishlist/add-wished.ts";
import { isSignedIn } from "../../admin-ajax/wishlist/wishlist-fields.ts";
import { wishlistRefusal } from "../../admin-ajax/wishlist/wishlist-texts.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { hasField } from "../../wc-ajax/fields.ts";
import { addPageExpiredNotice } from "../../wc-ajax/notices.ts";
import { pathWithout } from "../return-paths.ts";
import { done } from "./wishlist-form.ts";

const guard = pageRequests.add_to_wishlist;

/**
 * Returns the address of the requested page without the parameters that add, so that reloading it does not add again after
 * the product was removed. With an invalid nonce it only adds a notice and returns undefined.
 */
export async function addToWishlistRequest(call: Call): Promise<string | undefined> {
  const { visit, fields } = call;
  // The page on which guests sign in, which adds the product afterwards.
  if (hasField(fields, "wishlist_notice") && !(await isSignedIn(visit))) return undefined;
  if (!(await mayAdd(call))) {
    await addPageExpiredNotice(call);
    return undefined;
  }
  try {
    const { isNew } = await addWished(call);
    await visit.addNotice(done(isNew ? "wishlist.added" : "wishlist.exists"));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await visit.addNotice(wishlistRefusal(error, "notices.wishlist.notAdded"));
  }
  return pathWithout(visit.request.url, wishlistParameters);
}

/** Returns whether the link has a valid nonce, or is one of ours without a nonce: hearts on cached pages have none. */
async function mayAdd({ visit, fields }: Call): Promise<boolean> {
  if (!hasField(fields, guard.field)) return visit.isSameOrigin;
  return (await visit.hasValidLinkNonce(guard, fields)) || visit.hasExpiredNonce(guard, fields);
}

/** The parameters of the wishlist's links. */
export const wishlistParameters = [
  "add_to_wishlist",
  "remove_from_wishlist",
  "wishlist_id",
  "wishlist_notice",
  "quantity",
  "_wpnonce",
];
