import { openModal } from "../../client/open-modal.ts";
import { layoutWidthChanged } from "./layout-width.ts";

/** The menu of small screens: a dialog from the side, or a sheet below the header. Its button is a link to it without us. */
export function startMobileMenu(): void {
  const toggle = document.querySelector<HTMLAnchorElement>(".menu-toggle");
  const menu = document.querySelector<HTMLElement>("#ast-mobile-popup, #ast-mobile-menu");
  if (!toggle || !menu) return;
  const popup = menu instanceof HTMLDialogElement ? menu : null;
  const isOpen = () => toggle.getAttribute("aria-expanded") === "true";
  const show = (opens: boolean) => {
    if (opens && popup && !popup.open) openModal(popup);
    else if (!opens) popup?.close();
    mark(toggle, menu, opens);
  };
  toggle.addEventListener("click", (event) => {
    event.preventDefault();
    show(!isOpen());
  });
  menu.addEventListener("close", () => mark(toggle, menu, false));
  menu.addEventListener("click", (event) => {
    const target = event.target as Element;
    const isClose = target.closest("#menu-toggle-close") !== null;
    if (isClose) event.preventDefault();
    if (isClose || target === menu || target.closest(".ast-mobile-popup-overlay, a[href*='#']")) show(false);
  });
  menu.addEventListener("keydown", (event) => {
    const closes = event.key === " " && (event.target as Element).id === "menu-toggle-close";
    if (closes || (event.key === "Escape" && !popup)) leave(event);
  });
  const leave = (event: Event) => {
    event.preventDefault();
    show(false);
    toggle.focus();
  };
  closeWhereHidden(toggle, () => isOpen() && show(false));
  // Opened by its address before this script was there: from here on it closes as any other.
  if (menu.matches(":target")) {
    window.location.replace("#masthead");
    show(true);
  }
}

/** What scripts and styles of the field read: which kind of menu is open. */
function mark(toggle: HTMLElement, menu: HTMLElement, isOpen: boolean): void {
  toggle.setAttribute("aria-expanded", String(isOpen));
  toggle.classList.toggle("toggled", isOpen);
  const isPopup = menu instanceof HTMLDialogElement;
  if (isPopup) {
    menu.classList.toggle("active", isOpen);
    menu.classList.toggle("show", isOpen);
    document.documentElement.classList.toggle("ast-off-canvas-active", isOpen);
  }
  document.body.classList.toggle(isPopup ? "ast-popup-nav-open" : "ast-main-header-nav-open", isOpen);
}

/** A window that grew wide has no menu button any more, so nothing would close the menu. */
function closeWhereHidden(toggle: HTMLElement, close: () => void): void {
  document.addEventListener(layoutWidthChanged, () => {
    if (toggle.offsetParent === null) close();
  });
}
