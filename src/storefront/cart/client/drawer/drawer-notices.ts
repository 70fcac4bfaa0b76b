import { showOnPage, takeNotices } from "../../../notices/client/pending-notices.ts";

/** Shows the visitor's pending notices in the drawer, where a live region announces them; on the page if it is closed meanwhile. */
export async function showDrawerNotices(drawer: HTMLDialogElement): Promise<void> {
  const notices = await takeNotices();
  if (!drawer.open && showOnPage(notices)) {
    document.querySelector<HTMLElement>(".woocommerce-notices-wrapper [role=alert]")?.focus();
    return;
  }
  const region = noticeRegion();
  const template = document.createElement("template");
  template.innerHTML = notices;
  // Notices already shown are not announced again.
  for (const notice of template.content.querySelectorAll(".notice"))
    if (region?.textContent.includes(notice.textContent)) notice.remove();
  // Alerts inside a live region would be announced twice.
  for (const notice of template.content.querySelectorAll("[role=alert]")) notice.role = "group";
  if (!region || !template.content.querySelector(".notice")) return;
  region.append(...(template.content.firstElementChild?.children ?? []));
  if (region.scrollHeight > region.clientHeight) region.tabIndex = 0;
}

export function clearDrawerNotices(): void {
  noticeRegion()?.replaceChildren();
  noticeRegion()?.removeAttribute("tabindex");
}

function noticeRegion(): HTMLElement | null {
  return document.querySelector(".drawer-changes");
}
