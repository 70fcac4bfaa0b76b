/** From here on the filters stand in a row; below they are a sheet with a button of its own. */
export const isWide = window.matchMedia("(min-width: 900px)");

/** The sheet of a small window closes when the focus goes to something behind it; the button that opens it has it then. */
export function closeSheet(): void {
  document.addEventListener("focusin", ({ target }) => closeWithout(target as Node));
  // It may have gone there before this part came.
  if (document.activeElement !== document.body) closeWithout(document.activeElement);
}

function closeWithout(focused: Node | null): void {
  const sheet = document.querySelector<HTMLElement>("form.filters:popover-open");
  const button = document.querySelector<HTMLElement>(".filter-open");
  // A press on words focuses what stands around the sheet: that is no leaving.
  if (!sheet || sheet.contains(focused) || focused?.contains(sheet) || focused === button) return;
  sheet.hidePopover();
  button?.focus();
}

/** In a row, a panel closes on Escape, and when something else is pressed or focused. */
export function closePanels(): void {
  const closeExcept = (node: Node | null) => {
    if (!isWide.matches) return;
    for (const panel of document.querySelectorAll<HTMLDetailsElement>(".facet[open]"))
      if (!panel.contains(node)) panel.open = false;
  };
  document.addEventListener("click", ({ target, detail }) => {
    // Enter in a field presses the form's button, as the browser has it: that is no leaving either.
    if (detail > 0) closeExcept(target as Node);
  });
  const follow = (focused: Element) => {
    // A press on words focuses what stands around the panel: that is no leaving. Closed under it, the panel would take the
    // press with it (and Chromium the tab).
    if (!focused.querySelector(".facet[open]")) closeExcept(focused);
  };
  document.addEventListener("focusin", ({ target }) => follow(target as Element));
  // It may have gone on before this part came; the body, around all, has it when nobody else does.
  if (document.activeElement) follow(document.activeElement);
  document.addEventListener("keydown", (event) => {
    const panel = (event.target as Element).closest<HTMLDetailsElement>(".facet[open]");
    if (event.key !== "Escape" || !panel || !isWide.matches) return;
    panel.open = false;
    panel.querySelector("summary")?.focus();
  });
}
