// Answers POST action=add_to_wishlist: add_to_wishlist (product or variation), product_type, wishlist_id (empty, number, token
// or "new"), wishlist_name, wishlist_visibility, quantity, fragments.
import { routes } from "#routes";
import { Refusal } from "#shop/refusal.ts";
import { noticeText } from "#storefront/notices/fragments/page-notices.tsx";
import type { Call, CallAnswer } from "../../wc-ajax/entrance.ts";
import { idOf } from "../../wc-ajax/fields.ts";
import { addWished } from "./add-wished.ts";
import { renderedFragments } from "./rendered-fragments.ts";
import { addedMessage, translatorOf, userWishlists } from "./wishlist-answers.tsx";
import { wishlistRefusal } from "./wishlist-texts.ts";

/** `result` is a string: "true", "exists" or "error". */
export async function answerAddToWishlist(call: Call): Promise<CallAnswer> {
  const { visit, fields } = call;
  const t = await translatorOf(visit);
  const productId = idOf(fields, "add_to_wishlist") ?? 0;
  try {
    const { isNew, token } = await addWished(call);
    const listUrl = visit.siteUrl + routes.wishlistView(token);
    const text = t(isNew ? "wishlist.added" : "wishlist.exists");
    return {
      json: {
        prod_id: productId,
        result: isNew ? "true" : "exists",
        message: await addedMessage(visit, text, listUrl),
        fragments: await renderedFragments(call, isNew ? productId : undefined),
        user_wishlists: await userWishlists(visit, productId),
        wishlist_url: listUrl,
      },
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return {
      json: {
        prod_id: productId,
        result: "error",
        message: noticeText(wishlistRefusal(error, "notices.wishlist.notAdded"), t),
        fragments: await renderedFragments(call),
        user_wishlists: await userWishlists(visit, productId || undefined),
        wishlist_url: visit.siteUrl + routes.wishlist(),
      },
    };
  }
}
