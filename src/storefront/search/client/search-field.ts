import { report } from "../../client/report.ts";

const focusDelay = 200;

/** The magnifier: the first click opens the field, the second sends it; an empty field is never sent. */
export function startSearchField(): void {
  for (const box of document.querySelectorAll<HTMLElement>(".ast-search-menu-icon")) startBox(box);
  document.addEventListener("submit", (event) => {
    const field = (event.target as Element).querySelector<HTMLInputElement>(".search-field");
    if (field && isEmpty(field)) event.preventDefault();
  });
}

function isEmpty(field: HTMLInputElement): boolean {
  return field.value.trim() === "";
}

function startBox(box: HTMLElement): void {
  const icon = box.querySelector<HTMLAnchorElement>("a.astra-search-icon");
  const field = box.querySelector<HTMLInputElement>(".search-field");
  if (!icon || !field) return;
  const isOpen = () => box.classList.contains("ast-dropdown-active");
  const show = (opens: boolean) => {
    box.classList.toggle("ast-dropdown-active", opens);
    icon.setAttribute("aria-expanded", String(opens));
  };
  icon.setAttribute("aria-expanded", "false");
  icon.addEventListener("click", (event) => {
    event.preventDefault();
    if (!isOpen()) {
      show(true);
      // The words of the page's search stand selected: what is typed takes their place.
      setTimeout(() => field.select(), focusDelay);
    } else if (isEmpty(field)) show(false);
    else field.form?.requestSubmit();
  });
  field.addEventListener("focus", wake, { once: true });
  field.addEventListener("input", wake, { once: true });
  box.addEventListener("keydown", (event) => {
    // Its first press closes the suggestions.
    if (event.key !== "Escape" || !isOpen() || event.defaultPrevented) return;
    show(false);
    icon.focus();
  });
  document.addEventListener("click", (event) => {
    if (isOpen() && !box.contains(event.target as Node)) show(false);
  });
}

/** Suggestions come once somebody is about to type; without them the field is a field. */
function wake({ currentTarget }: Event): void {
  import("./search-suggestions.ts").then(
    ({ startSuggestions }) => startSuggestions(currentTarget as HTMLInputElement),
    report,
  );
}
