import { siteCalls } from "#http/guards/nonce-actions.ts";
import { badNonceAnswer, type Endpoint } from "../../wc-ajax/door.ts";
import type { CallHandler } from "../../wc-ajax/entrance.ts";
import { answerAddToWishlist } from "./add-to-wishlist.ts";
import { answerAskEstimate } from "./ask-an-estimate.tsx";
import { answerDeleteItem } from "./delete-item.ts";
import { answerLoadFragments } from "./load-fragments.ts";
import { answerMoveToAnother } from "./move-to-another-wishlist.ts";
import { answerReloadWishlist } from "./reload-wishlist.tsx";
import { answerRemoveFromAll } from "./remove-from-all-wishlists.ts";
import { answerRemoveFromWishlist } from "./remove-from-wishlist.ts";
import { answerSavePrivacy } from "./save-privacy.ts";
import { answerSaveTitle } from "./save-title.ts";
import { answerSortItems } from "./sort-wishlist-items.ts";
import { answerUpdateQuantity } from "./update-item-quantity.ts";
import { formFieldsOf } from "./wishlist-fields.ts";

const changes = {
  add_to_wishlist: answerAddToWishlist,
  remove_from_wishlist: answerRemoveFromWishlist,
  delete_item: answerDeleteItem,
  remove_from_all_wishlists: answerRemoveFromAll,
  move_to_another_wishlist: answerMoveToAnother,
  sort_wishlist_items: answerSortItems,
  update_item_quantity: answerUpdateQuantity,
  save_title: answerSaveTitle,
  save_privacy: answerSavePrivacy,
  ask_an_estimate: answerAskEstimate,
  reload_wishlist_and_adding_elem: answerReloadWishlist,
} as const satisfies Readonly<Record<string, CallHandler>>;

const reads = {
  load_fragments: answerLoadFragments,
  load_mobile: answerLoadFragments,
} as const satisfies Readonly<Record<string, CallHandler>>;

/** The wishlist's calls by action. Those that change something read the form alone, so a link cannot make them. */
export const wishlistActions: Readonly<Record<string, Endpoint>> = {
  ...endpointsOf(changes, true),
  ...endpointsOf(reads, false),
};

function endpointsOf(handlers: Readonly<Record<string, CallHandler>>, changes: boolean): Record<string, Endpoint> {
  return Object.fromEntries(
    Object.entries(handlers).map(([action, answer]) => {
      const refuse = async () => refusalOf(action);
      const fromForm: CallHandler = (call) => answer({ ...call, fields: formFieldsOf(call.visit) });
      return [action, { answer: changes ? fromForm : answer, changes, whenClosed: refuse }];
    }),
  );
}

/** Returns what the action answers to an invalid nonce. */
function refusalOf(action: string) {
  const bad = siteCalls[action]?.bad;
  return bad ? badNonceAnswer(bad) : null;
}
