import { type GuardedCall, pageRequests as guards } from "#http/guards/nonce-actions.ts";
import { isRobot } from "#http/visit/user-agents.ts";
import type { KnownRequest, PageRequest } from "../page-requests.ts";
import { addToWishlistRequest } from "./add-to-wishlist.ts";
import { askEstimateRequest, typedEstimate } from "./ask-an-estimate.ts";
import { createWishlistRequest, typedWishlist } from "./create-wishlist.ts";
import { deleteWishlistRequest } from "./delete-wishlist.ts";
import { editWishlist, typedTitle } from "./edit-wishlist.ts";
import { giftRequest } from "./gift.ts";
import { manageWishlists, typedNames } from "./manage-wishlists.ts";
import { moveToAnotherRequest } from "./move-to-another-wishlist.ts";
import { removeFromWishlistRequest } from "./remove-from-wishlist.ts";
import { typedAlerts, wishlistAlertsRequest } from "./wishlist-alerts.ts";
import { type TypedForm, type WishlistForm, wishlistForm } from "./wishlist-form.ts";

/** The wishlist's links and forms without scripts, by the fields that identify them. They do nothing for robots. */
export const wishlistRequests: readonly KnownRequest[] = [
  known("chowk_wishlist_alerts", post(guards.chowk_wishlist_alerts, wishlistAlertsRequest, typedAlerts)),
  known("chowk_gift", giftRequest),
  known("add_to_wishlist", addToWishlistRequest),
  known("remove_from_wishlist", removeFromWishlistRequest),
  known("move_to_another_wishlist", post(guards.move_to_another_wishlist, moveToAnotherRequest)),
  known("ask_an_estimate", wishlistForm(guards.ask_an_estimate, askEstimateRequest, { typed: typedEstimate })),
  known(guards.edit_wishlist.field, post(guards.edit_wishlist, editWishlist, typedTitle)),
  known(guards.manage_wishlists.field, post(guards.manage_wishlists, manageWishlists, typedNames)),
  known(guards.create_wishlist.field, post(guards.create_wishlist, createWishlistRequest, typedWishlist)),
  known(guards.delete_wishlist.field, wishlistForm(guards.delete_wishlist, deleteWishlistRequest)),
];

function post(guard: GuardedCall, answer: WishlistForm, typed?: TypedForm): PageRequest {
  return wishlistForm(guard, answer, { method: "POST", ...(typed && { typed }) });
}

function known(field: string, request: PageRequest): KnownRequest {
  const answer: PageRequest = async (call) => (isRobot(call.visit.request.headers) ? undefined : request(call));
  return { fields: [field], answer, needsOpenStore: true };
}
