/**
 * Submenus are `<details name>`, of which the browser opens one at a time. Adds the protocol's state class, and in the wide
 * header closes a submenu on Escape, on a click elsewhere and when the focus leaves it.
 */
export function startSubmenus(): void {
  // toggle events do not bubble.
  document.addEventListener("toggle", (event) => mark(event.target as Element), true);
  document.addEventListener("click", (event) => {
    closeExcept(event.target as Node);
  });
  document.addEventListener("focusin", (event) => {
    closeExcept(event.target as Node);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const menu = (event.target as Element).closest<HTMLDetailsElement>(".menu-item-has-children details[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
    // The dialog around the menu of small screens stays open.
    event.preventDefault();
  });
}

function mark(element: Element): void {
  if (!(element instanceof HTMLDetailsElement)) return;
  const entry = element.closest(".menu-item-has-children");
  entry?.classList.toggle("ast-submenu-expanded", element.open);
  if (entry) element.querySelector("summary")?.setAttribute("aria-expanded", String(element.open));
}

function closeExcept(node: Node): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>("#ast-desktop-header details[open]")) {
    if (!menu.contains(node)) menu.open = false;
  }
}
