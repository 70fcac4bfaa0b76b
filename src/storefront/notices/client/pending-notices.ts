import { clientRoutes } from "#routes";
import { readCookie } from "../../client/read-cookie.ts";
import { paintHearts } from "../../wishlist/client/paint-hearts.ts";
import { isOutdated, keepWishes } from "../../wishlist/client/wish-copy.ts";

/** The visitor's part of a page that is the same for everyone. */
interface VisitorState {
  /** HTML of the pending notices; "" for none. */
  notices: string;
  /** Items of the visitor's wishlists by product. */
  wishes: Record<string, number>;
}

const wrapperSelector = ".woocommerce-notices-wrapper";

/**
 * Returns the HTML of the pending notices, which the server delivers once; "" for none. Asks only if a cookie announces some, or
 * says that the copy of the wishlists is outdated: the same answer renews it.
 */
export async function takeNotices(): Promise<string> {
  if (readCookie("chowk_notice") === "" && !isOutdated()) return "";
  try {
    const response = await fetch(clientRoutes.visitorState(), { headers: { Accept: "application/json" } });
    if (!response.ok) return "";
    const { notices, wishes } = (await response.json()) as VisitorState;
    keepWishes(wishes);
    paintHearts();
    return notices;
  } catch {
    // Offline: the next page shows them.
    return "";
  }
}

/** Shows notices in place of the page's own. @returns false if the page has no place for them */
export function showOnPage(notices: string): boolean {
  const place = document.querySelector(wrapperSelector);
  if (place && notices !== "") place.outerHTML = notices;
  return place !== null;
}
