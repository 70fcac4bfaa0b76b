import { focusNotice } from "../../notices/client/notices.ts";
import { showOnPage, takeNotices } from "../../notices/client/waiting-notices.ts";

/** Shows what waits for this visitor: the page may be older than it. */
export async function startVisitorState(): Promise<void> {
  if (!document.querySelector(".woocommerce-notices-wrapper")) return;
  const notices = await takeNotices();
  if (notices !== "" && showOnPage(notices)) focusNotice();
}
