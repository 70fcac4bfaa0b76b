import { openModal } from "../../client/open-modal.ts";
import { defineWidget } from "../../client/widget.ts";
import { layoutWidthChanged } from "./layout-width.ts";

/**
 * Defines `<shop-mobile-menu>`, which holds the menu of small screens: a dialog at the side or a dropdown below the header. The
 * header's button opens it. Without scripts that is a link to it.
 */
export function defineMobileMenu(): void {
  defineWidget("shop-mobile-menu", (element, signal) => {
    const toggle = document.querySelector<HTMLAnchorElement>(".menu-toggle");
    const menu = element.querySelector<HTMLElement>("#ast-mobile-popup, #ast-mobile-menu");
    if (toggle && menu) startMobileMenu(menu, toggle, signal);
  });
}

function startMobileMenu(menu: HTMLElement, toggle: HTMLAnchorElement, signal: AbortSignal): void {
  const popup = menu instanceof HTMLDialogElement ? menu : null;
  const isOpen = () => toggle.getAttribute("aria-expanded") === "true";
  const show = (opens: boolean) => {
    if (opens && popup && !popup.open) openModal(popup);
    else if (!opens) popup?.close();
    mark(toggle, menu, opens);
  };
  const onToggle = (event: Event) => {
    event.preventDefault();
    show(!isOpen());
  };
  const onClick = (event: Event) => {
    const target = event.target as Element;
    const isClose = target.closest("#menu-toggle-close") !== null;
    if (isClose) event.preventDefault();
    if (isClose || target === menu || target.closest(".ast-mobile-popup-overlay, a[href*='#']")) show(false);
  };
  const onKey = (event: KeyboardEvent) => {
    // A submenu closes first.
    if (!isOpen() || event.defaultPrevented) return;
    const isClose = event.key === " " && (event.target as Element).id === "menu-toggle-close";
    if (!isClose && (event.key !== "Escape" || popup)) return;
    event.preventDefault();
    show(false);
    toggle.focus();
  };
  // The dropdown covers the page.
  const onElsewhere = ({ target }: Event) => {
    if (isOpen() && !popup && ![menu, toggle].some((own) => own.contains(target as Node))) show(false);
  };
  // A wide window hides the button.
  const onWidth = () => {
    if (isOpen() && toggle.offsetParent === null) show(false);
  };
  toggle.addEventListener("click", onToggle, { signal });
  menu.addEventListener("close", () => mark(toggle, menu, false), { signal });
  menu.addEventListener("click", onClick, { signal });
  document.addEventListener("keydown", onKey, { signal });
  document.addEventListener("click", onElsewhere, { signal });
  document.addEventListener("focusin", onElsewhere, { signal });
  document.addEventListener(layoutWidthChanged, onWidth, { signal });
  signal.addEventListener("abort", () => show(false));
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
