import { defineWidget } from "../../client/widget.ts";

/**
 * Defines `<shop-menu>`, the main menu. Its submenus are `<details name>`, of which the browser opens one at a time. Adds the
 * protocol's state class and closes a submenu on Escape; in the wide header also on a click elsewhere and when the focus leaves it.
 */
export function defineMenu(): void {
  defineWidget("shop-menu", startMenu);
}

function startMenu(element: HTMLElement, signal: AbortSignal): void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    const submenu = (event.target as Element).closest<HTMLDetailsElement>("details[open]");
    if (!submenu) return;
    submenu.open = false;
    submenu.querySelector("summary")?.focus();
    // The dialog around the menu of small screens stays open.
    event.preventDefault();
  };
  const closeOthers = ({ target }: Event) => {
    for (const submenu of element.querySelectorAll("details"))
      if (!submenu.contains(target as Node)) submenu.open = false;
  };
  // Opened before this code had loaded.
  for (const submenu of element.querySelectorAll<HTMLDetailsElement>("details[open]")) mark(submenu);
  // toggle events do not bubble.
  element.addEventListener("toggle", ({ target }) => mark(target as HTMLDetailsElement), { capture: true, signal });
  element.addEventListener("keydown", onKey, { signal });
  if (!element.closest("#ast-desktop-header")) return;
  document.addEventListener("click", closeOthers, { signal });
  document.addEventListener("focusin", closeOthers, { signal });
}

function mark(submenu: HTMLDetailsElement): void {
  submenu.closest(".menu-item-has-children")?.classList.toggle("ast-submenu-expanded", submenu.open);
  submenu.querySelector("summary")?.setAttribute("aria-expanded", String(submenu.open));
}
