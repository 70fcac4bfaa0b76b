import { focusNotice } from "../../notices/client/notices.ts";
import { showOnPage, takeNotices } from "../../notices/client/pending-notices.ts";
import { isOutdated } from "../../wishlist/client/wish-copy.ts";

/** Shows the visitor's pending notices, which may be newer than the cached page. */
export async function startVisitorState(): Promise<void> {
  if (!document.querySelector(".woocommerce-notices-wrapper") && !isOutdated()) return;
  const notices = await takeNotices();
  if (notices !== "" && showOnPage(notices)) focusNotice();
}
