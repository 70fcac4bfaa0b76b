import { pageRequests as guards } from "#http/guards/nonce-actions.ts";
import { isRobot } from "#http/visit/user-agents.ts";
import type { KnownRequest, PageRequest } from "../page-requests.ts";
import { addToWishlistRequest } from "./add-to-wishlist.ts";
import { askEstimateRequest } from "./ask-an-estimate.ts";
import { createWishlistRequest } from "./create-wishlist.ts";
import { deleteWishlistRequest } from "./delete-wishlist.ts";
import { editWishlist } from "./edit-wishlist.ts";
import { giftRequest } from "./gift.ts";
import { manageWishlists } from "./manage-wishlists.ts";
import { moveToAnotherRequest } from "./move-to-another-wishlist.ts";
import { removeFromWishlistRequest } from "./remove-from-wishlist.ts";
import { wishlistAlertsRequest } from "./wishlist-alerts.ts";
import { wishlistForm } from "./wishlist-form.ts";

/** The wishlist's links and forms without scripts, by the fields that identify them. They do nothing for robots. */
export const wishlistRequests: readonly KnownRequest[] = [
  known("chowk_wishlist_alerts", wishlistForm(guards.chowk_wishlist_alerts, wishlistAlertsRequest, "POST")),
  known("chowk_gift", giftRequest),
  known("add_to_wishlist", addToWishlistRequest),
  known("remove_from_wishlist", removeFromWishlistRequest),
  known("move_to_another_wishlist", wishlistForm(guards.move_to_another_wishlist, moveToAnotherRequest, "POST")),
  known("ask_an_estimate", wishlistForm(guards.ask_an_estimate, askEstimateRequest)),
  known(guards.edit_wishlist.field, wishlistForm(guards.edit_wishlist, editWishlist, "POST")),
  known(guards.manage_wishlists.field, wishlistForm(guards.manage_wishlists, manageWishlists, "POST")),
  known(guards.create_wishlist.field, wishlistForm(guards.create_wishlist, createWishlistRequest, "POST")),
  known(guards.delete_wishlist.field, wishlistForm(guards.delete_wishlist, deleteWishlistRequest)),
];

function known(field: string, request: PageRequest): KnownRequest {
  const answer: PageRequest = async (call) => (isRobot(call.visit.request.headers) ? undefined : request(call));
  return { fields: [field], answer, needsOpenStore: true };
}
