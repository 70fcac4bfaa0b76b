// Answers GET ?save_for_later={line key}&_wpnonce= on any page: moves a cart line into the default wishlist.
import { pageRequests } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { getCart } from "#shop/cart/carts.ts";
import { Refusal } from "#shop/refusal.ts";
import { saveForLater } from "#shop/wishlist/save-for-later.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { textOf } from "../../wc-ajax/fields.ts";
import { addPageExpiredNotice, refusalNotice } from "../../wc-ajax/notices.ts";
import { referringPage } from "../return-paths.ts";

/**
 * Returns the path of the page that showed the link, or the sign-in for guests who cannot keep wishlists. With an invalid nonce it
 * only adds a notice and returns undefined.
 */
export async function saveForLaterRequest(call: Call): Promise<string | undefined> {
  const { db, clock, visit, fields } = call;
  if (!(await visit.hasValidLinkNonce(pageRequests.save_for_later, fields))) {
    await addPageExpiredNotice(call);
    return undefined;
  }
  const [session, { settings, zones }] = await Promise.all([visit.session.find(), visit.facts()]);
  if (!session?.user && settings.wishlist_guests === "no") return routes.signIn(routes.cart());
  const lineKey = textOf(fields, "save_for_later");
  const cart = session && (await getCart(db, session.id, settings, clock.now(), { zones }));
  const line = cart?.lines.find(({ key }) => key === lineKey);
  // Following the link twice is harmless.
  if (!session || !cart || !line) return referringPage(call) ?? routes.cart();
  const { name } = line;
  try {
    const wish = { lineKey, currency: cart.currency.code };
    await visit.wishlists.addBy((holder) => saveForLater(db, session.id, holder, wish, clock.now()));
    await visit.wishlists.findAgain();
    await visit.addNotice({ kind: "success", messageKey: "notices.savedForLater", values: { name } });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const notice = refusalNotice(error);
    await visit.addNotice({ ...notice, values: { ...notice.values, name } });
  }
  return referringPage(call) ?? routes.cart();
}
