import { closest } from "../../client/closest.ts";
import { intercept } from "../../client/intercept.ts";

/** Offers the device's ways to share the result of a quiz, where there are some. Otherwise its link is followed. */
export function startResultSharing(): void {
  window.addEventListener("click", (event) => {
    const link = closest<HTMLAnchorElement>(event, ".fca_qc_share_link");
    const data = link && { title: document.title, url: link.href };
    if (!data || event.defaultPrevented || !navigator.canShare?.(data)) return;
    // It rejects too if the visitor shares nothing.
    intercept(event, () => void navigator.share(data).catch(() => {}));
  });
}
