/**
 * Entries with children are `<details name>`, which open one at a time by themselves. This adds the field's state class,
 * and in the wide header the manners of a popup: it closes on Escape, on a click elsewhere and when the focus leaves.
 */
export function startSubmenus(): void {
  // toggle does not bubble, and so is caught on its way down.
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
    // The dialog around a menu of small screens stays: one Escape closes one thing.
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
