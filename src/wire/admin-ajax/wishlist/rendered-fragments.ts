import type { Call } from "../../wc-ajax/entrance.ts";
import { requestedFragments } from "./requested-fragments.ts";

/** What has just been added, so that the button of that product says so. */
export interface JustAdded {
  productId: number;
  /** False if it was in the list already. */
  isNew: boolean;
}

/** Returns the requested fragments as they are now, by key: those whose option `item` names a known part. */
export async function renderedFragments(call: Call, _added?: JustAdded): Promise<Record<string, string>> {
  return Object.fromEntries(requestedFragments(call.fields).map(({ key }) => [key, ""]));
}

/** Returns the form of the list that `wishlist_token` or `wishlist_id` names. */
export async function renderedWishlist(_call: Call): Promise<string> {
  return "";
}
