import { closest } from "../../client/closest.ts";
import { defineWidget } from "../../client/widget.ts";

const focusDelayMs = 200;

/** Defines `<shop-search>`, the header's search, and keeps every search form of the page from being submitted empty. */
export function defineSearch(): void {
  defineWidget("shop-search", startSearch);
  document.addEventListener("submit", (event) => {
    const field = closest(event, "form")?.querySelector<HTMLInputElement>(".search-field");
    if (field && isEmpty(field)) event.preventDefault();
  });
}

function isEmpty(field: HTMLInputElement): boolean {
  return field.value.trim() === "";
}

/**
 * The icon's first click opens the field, the second submits it, or closes it if it is empty. A theme's script that does the
 * same prevents the click's default.
 */
function startSearch(box: HTMLElement, signal: AbortSignal): void {
  const icon = box.querySelector<HTMLAnchorElement>("a.astra-search-icon");
  const field = box.querySelector<HTMLInputElement>(".search-field");
  if (!icon || !field) return;
  const isOpen = () => box.classList.contains("ast-dropdown-active");
  const show = (opens: boolean) => {
    box.classList.toggle("ast-dropdown-active", opens);
    icon.setAttribute("aria-expanded", String(opens));
  };
  const onClick = (event: Event) => {
    if (closest(event, "a") !== icon) return;
    if (event.defaultPrevented) return show(isOpen());
    event.preventDefault();
    if (!isOpen()) {
      show(true);
      // Selects the text of the current search, so that typing replaces it.
      setTimeout(() => field.select(), focusDelayMs);
    } else if (isEmpty(field)) show(false);
    else field.form?.requestSubmit();
  };
  const onKey = (event: KeyboardEvent) => {
    // If suggestions are open, the first Escape closes only them.
    if (event.key !== "Escape" || !isOpen() || event.defaultPrevented) return;
    show(false);
    icon.focus();
  };
  const onPageClick = ({ target }: Event) => {
    if (isOpen() && !box.contains(target as Node)) show(false);
  };
  const loadSuggestions = () => {
    import("./search-suggestions.ts").then((part) => part.startSuggestions(field, signal), reportError);
  };
  icon.setAttribute("aria-expanded", "false");
  window.addEventListener("click", onClick, { signal });
  for (const name of ["focus", "input"]) field.addEventListener(name, loadSuggestions, { once: true, signal });
  box.addEventListener("keydown", onKey, { signal });
  document.addEventListener("click", onPageClick, { signal });
}
