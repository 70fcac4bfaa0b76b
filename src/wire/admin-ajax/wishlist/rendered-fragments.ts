import { takePageNotices } from "#storefront/notices/fragments/page-notices.tsx";
import { type FragmentOptions, renderWishlistFragments } from "#storefront/wishlist/fragments/render-fragments.tsx";
import type { Call } from "../../wc-ajax/entrance.ts";
import { textOf } from "../../wc-ajax/fields.ts";
import { requestedFragments } from "./requested-fragments.ts";

/**
 * Returns the requested fragments as they are now, by key: those whose option `item` names a known part. The form of a list
 * shows the waiting notices. @param added the product that has just been added: its button says so
 */
export async function renderedFragments(call: Call, added?: number): Promise<Record<string, string>> {
  const requested = requestedFragments(call.fields);
  if (added !== undefined)
    for (const [key, options] of requested)
      if (isOf(key, added)) requested.set(key, { ...options, added_to_wishlist: true });
  return render(call, requested);
}

/** Returns whether a key is that of a product's button. */
function isOf(key: string, productId: number): boolean {
  return key.split(".").indexOf(`add-to-wishlist-${productId}`) > 0;
}

/** Returns the form of the list that `wishlist_id` or `wishlist_token` names. */
export async function renderedWishlist(call: Call): Promise<string> {
  const { fields } = call;
  const options = {
    item: "wishlist",
    wishlist_id: textOf(fields, "wishlist_id") || textOf(fields, "wishlist_token"),
    pagination: textOf(fields, "pagination"),
    per_page: textOf(fields, "per_page"),
  };
  return (await render(call, new Map([["form", options]]))).form ?? "";
}

function render(call: Call, requested: ReadonlyMap<string, FragmentOptions>): Promise<Record<string, string>> {
  return renderWishlistFragments(call, call.visit, requested, { takeNotices: () => takePageNotices(call.visit) });
}
