/** The element with the products of the list. */
export function findTable(): HTMLElement | null {
  return document.querySelector<HTMLElement>(".cart.wishlist_table[data-token]");
}

export function rowsOf(table: Element | null): HTMLElement[] {
  return [...(table?.querySelectorAll<HTMLElement>("[data-row-id]") ?? [])];
}

/** Focuses what is left of a removed row's neighbours: the row now at its place, or the list's title. */
export function focusRowAt(index: number, selector: string): void {
  const rows = rowsOf(findTable());
  const row = rows[Math.min(index, rows.length - 1)];
  const title = document.querySelector<HTMLElement>(".wishlist-title h2, .wishlist-empty");
  const target = row?.querySelector<HTMLElement>(selector) ?? row?.querySelector<HTMLElement>("a, button") ?? title;
  if (target === title) title?.setAttribute("tabindex", "-1");
  target?.focus();
}
