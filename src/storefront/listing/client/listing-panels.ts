import { closest } from "../../client/closest.ts";

/** Matches while the filters are a row of panels; below this width they are a sheet. */
export function wideWindow(): MediaQueryList {
  return window.matchMedia("(min-width: 56.25rem)");
}

/** Closes the panels and the sheet of the filters when the focus leaves them. */
export function startListingPanels(isWide: MediaQueryList, signal: AbortSignal): void {
  const { activeElement } = document;
  closePanels(isWide, signal);
  document.addEventListener("focusin", ({ target }) => closeSheetOutside(target as Node), { signal });
  // The focus may have left it before this code had loaded.
  if (activeElement !== document.body) closeSheetOutside(activeElement);
}

/** Closes the sheet, which returns the focus to its button. */
function closeSheetOutside(focused: Node | null): void {
  const sheet = document.querySelector<HTMLElement>("form.filters:popover-open");
  const button = document.querySelector<HTMLElement>(".filter-open");
  // A press on plain text focuses a container of the sheet.
  if (!sheet || sheet.contains(focused) || focused?.contains(sheet) || focused === button) return;
  sheet.hidePopover();
  button?.focus();
}

/** In wide windows, closes panels on Escape and when something else is pressed or focused. */
function closePanels(isWide: MediaQueryList, signal: AbortSignal): void {
  const closeOthers = (node: Node | null) => {
    if (!isWide.matches) return;
    for (const panel of document.querySelectorAll<HTMLDetailsElement>(".facet[open]"))
      if (!panel.contains(node)) panel.open = false;
  };
  const onClick = ({ target, detail }: MouseEvent) => {
    // Enter in a field clicks the form's submit button, with `detail` 0.
    if (detail > 0) closeOthers(target as Node);
  };
  const onFocus = (focused: Element) => {
    // A press on plain text focuses a container of the panel. Closing the panel then would lose the click (and crash Chromium).
    if (!focused.querySelector(".facet[open]")) closeOthers(focused);
  };
  const onKey = (event: KeyboardEvent) => {
    const panel = closest<HTMLDetailsElement>(event, ".facet[open]");
    if (event.key !== "Escape" || !panel || !isWide.matches) return;
    panel.open = false;
    panel.querySelector("summary")?.focus();
  };
  document.addEventListener("click", onClick, { signal });
  document.addEventListener("focusin", ({ target }) => onFocus(target as Element), { signal });
  document.addEventListener("keydown", onKey, { signal });
  // The focus may have moved on before this code had loaded.
  if (document.activeElement) onFocus(document.activeElement);
}
