// Answers POST chowk_dismiss_coming_soon with _wpnonce on any page: the coming-soon banner's Dismiss button without scripts.
import { pageRequests } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { may } from "#shop/accounts/permissions.rules.ts";
import { setBannerDismissed } from "#shop/accounts/profile/user-meta.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { referringPage } from "../return-paths.ts";

/** Dismisses the banner for the signed-in user. Returns the path of the page that showed it. */
export async function dismissBannerRequest(call: Call): Promise<string | undefined> {
  const { db, visit, fields } = call;
  const isValid = await visit.hasValidNonce(pageRequests.chowk_dismiss_coming_soon, fields);
  if (visit.request.method !== "POST" || !isValid) return undefined;
  const user = (await visit.session.find())?.user;
  if (user && may(user.role, "change", "own account")) await setBannerDismissed(db, user.id, true);
  return referringPage(call) ?? routes.home();
}
