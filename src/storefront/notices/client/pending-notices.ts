import { clientRoutes } from "#routes";
import { readCookie } from "../../client/requests/read-cookie.ts";

/** The visitor's part of a page that is the same for everyone. */
interface VisitorState {
  /** HTML of the pending notices, which the server delivers once; "" for none. */
  notices: string;
  /** Items of the visitor's wishlists by product. */
  wishes: Record<string, 1>;
}

const wrapperSelector = ".woocommerce-notices-wrapper";

/** Tells whether a cookie announces notices. */
export function hasNotices(): boolean {
  return readCookie("chowk_notice") !== "";
}

/** Returns the HTML of the pending notices; "" for none. */
export async function takeNotices(): Promise<string> {
  return hasNotices() ? ((await fetchVisitorState())?.notices ?? "") : "";
}

/** Returns the visitor's state; undefined if the server cannot be reached. The next page shows the notices then. */
export async function fetchVisitorState(): Promise<VisitorState | undefined> {
  try {
    const response = await fetch(clientRoutes.visitorState(), { headers: { Accept: "application/json" } });
    return response.ok ? ((await response.json()) as VisitorState) : undefined;
  } catch {
    return undefined;
  }
}

/** Shows notices in place of the page's own. @returns false if the page has no place for them */
export function showOnPage(notices: string): boolean {
  const place = document.querySelector(wrapperSelector);
  if (place && notices !== "") place.outerHTML = notices;
  return place !== null;
}
