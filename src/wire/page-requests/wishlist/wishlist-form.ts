import type { GuardedCall } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import type { Notice } from "#shop/accounts/sessions/sessions.ts";
import { Refusal } from "#shop/refusal.ts";
import { wishlistRef } from "#shop/wishlist/wishlists.ts";
import { wishlistRefusal } from "../../admin-ajax/wishlist/wishlist-texts.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { textOf } from "../../wc-ajax/fields.ts";
import { addPageExpiredNotice } from "../../wc-ajax/notices.ts";
import type { PageRequest } from "../page-requests.ts";
import { ownAddress, referringPage } from "../return-paths.ts";

/** The result of a form. */
export interface FormResult {
  /** For the visitor's next page. */
  notices: readonly Notice[];
  /** Where to redirect to. Default: the form's own page. */
  path?: string;
  /** True: the requested page answers, with the refused form of the visit. */
  showsRequestedPage?: boolean;
}

/** A form or link of the wishlist's pages. @throws Refusal */
export type WishlistForm = (call: Call) => Promise<FormResult>;

/**
 * Returns the page request of a form: checks its nonce, tells the visitor what was done or refused, and goes to
 * `redirect_to`, or back to the wishlist. With an invalid nonce nothing changes.
 * @param method the only method that it accepts; default: a link works too
 */
export function wishlistForm(guard: GuardedCall, answer: WishlistForm, method?: "POST"): PageRequest {
  return async (call) => {
    const { visit, fields } = call;
    const isPost = visit.request.method === "POST";
    if (method === "POST" && !isPost) return undefined;
    const isValid = isPost
      ? await visit.hasValidOrExpiredNonce(guard, fields)
      : await visit.hasValidLinkNonce(guard, fields);
    if (!isValid) {
      await addPageExpiredNotice(call);
      return isPost ? pageOf(call) : undefined;
    }
    const { notices, path, showsRequestedPage = false } = await resultOf(call, answer);
    for (const notice of notices) await visit.addNotice(notice);
    if (showsRequestedPage) return undefined;
    return ownAddress(call, textOf(fields, "redirect_to")) ?? path ?? pageOf(call);
  };
}

async function resultOf(call: Call, answer: WishlistForm): Promise<FormResult> {
  try {
    return await answer(call);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { notices: [wishlistRefusal(error, "notices.wishlist.failed")] };
  }
}

/** Returns the wishlist's page that the visitor came from, or the list that the form names. */
function pageOf(call: Call): string {
  const page = referringPage(call);
  if (page?.startsWith(routes.wishlist())) return page;
  const list = wishlistRef(textOf(call.fields, "wishlist_id"));
  return list && "token" in list ? routes.wishlistView(list.token) : routes.wishlist();
}

/** Returns a notice of success. */
export function done(messageKey: Notice["messageKey"], values: Notice["values"] = {}): Notice {
  return { kind: "success", messageKey, values };
}
