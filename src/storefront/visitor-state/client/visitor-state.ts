import { readCookie } from "../../client/requests/read-cookie.ts";
import { focusNotice } from "../../notices/client/notices.ts";
import { showOnPage, takeNotices } from "../../notices/client/pending-notices.ts";

/**
 * Shows the visitor's pending notices, which may be newer than the cached page. If the visitor has a wishlist, the code of the
 * hearts does it, with the same request.
 */
export async function startVisitorState(): Promise<void> {
  if (readCookie("chowk_wishlist") !== "" || !document.querySelector(".woocommerce-notices-wrapper")) return;
  showNotices(await takeNotices());
}

/** Shows notices and moves the focus to them. */
export function showNotices(notices: string): void {
  if (notices !== "" && showOnPage(notices)) focusNotice();
}
