import { restNonceAction } from "#http/guards/nonce-actions.ts";
import type { Visit } from "#http/visit/visit.ts";
import { routes } from "#routes";
import { may } from "#shop/accounts/permissions.rules.ts";
import { isBannerDismissed } from "#shop/accounts/profile/user-meta.ts";
import type { Reader } from "./page-view.ts";
import type { PageServices } from "./public-page.ts";

/**
 * Returns the signed-in user for a personal page; null for a guest. Sets the cookies of cart and wishlists, since
 * both may have changed in another browser. Finds session and cart lines in one statement, the wishlists in another; the
 * banner costs one more, for staff only.
 */
export async function findReader({ db }: Pick<PageServices, "db">, visit: Visit): Promise<Reader | null> {
  const lines = await visit.session.findLines();
  const user = (await visit.session.find())?.user;
  if (!user) return null;
  await Promise.all([lines && visit.cart({ lines }), visit.wishlists.find()]);
  const holder = await visit.session.nonceHolder();
  const isStaff = may(user.role, "see", "office");
  const isReminded = isStaff && (await visit.facts()).settings.coming_soon === "yes";
  const seesBanner = isReminded && !(await isBannerDismissed(db, user.id));
  const banner = { restUrl: routes.restUser(user.id), restNonce: await visit.nonce(restNonceAction) };
  return { user, holder, isStaff, comingSoon: seesBanner ? banner : null };
}
