import { openModal } from "../../client/open-modal.ts";
import { layoutWidthChanged } from "./layout-width.ts";

/** Opens the menu of small screens: a dialog at the side or a sheet below the header. Without scripts its button is a link to it. */
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
    if (closes || (event.key === "Escape" && !popup)) closeByKey(event);
  });
  const closeByKey = (event: Event) => {
    event.preventDefault();
    show(false);
    toggle.focus();
  };
  closeWhereHidden(toggle, () => isOpen() && show(false));
  // Opened through its fragment before this code had loaded.
  if (menu.matches(":target")) {
    window.location.replace("#masthead");
    show(true);
  }
}

/** Sets the classes by which third-party scripts and styles see which menu is open. */
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

/** Closes the menu when the window becomes wide, which hides its button. */
function closeWhereHidden(toggle: HTMLElement, close: () => void): void {
  document.addEventListener(layoutWidthChanged, () => {
    if (toggle.offsetParent === null) close();
  });
}
