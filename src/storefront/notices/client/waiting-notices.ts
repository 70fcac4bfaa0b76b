import { routes } from "#routes";
import { cookie } from "../../cart/client/cart-requests.ts";

/** What only this visitor sees on a page that is the same for everybody. */
interface VisitorState {
  /** HTML of the notices that wait for this visitor; "" for none. */
  notices: string;
}

const wrapperSelector = ".woocommerce-notices-wrapper";

/** HTML of the notices that wait, which are given once; "" for none. Nothing is asked unless a cookie says that some wait. */
export async function takeNotices(): Promise<string> {
  if (cookie("chowk_notice") === "") return "";
  try {
    const response = await fetch(routes.visitorState(), { headers: { Accept: "application/json" } });
    return response.ok ? ((await response.json()) as VisitorState).notices : "";
  } catch {
    // Offline: the notices wait for the next page.
    return "";
  }
}

/** Shows notices where the page has its own. @returns whether it has such a place */
export function showOnPage(notices: string): boolean {
  const place = document.querySelector(wrapperSelector);
  if (place && notices !== "") place.outerHTML = notices;
  return place !== null;
}
