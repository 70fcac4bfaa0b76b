import { delegate } from "./delegate.ts";
import { changeList } from "./list-form.ts";

const shown = ".is-editing";

/** Edits the name of the list in place. Enter saves, Escape cancels. */
export function startTitleEditing(signal: AbortSignal): void {
  delegate("click", ".show-title-form, .wishlist-title-with-form h2", (element) => open(placeOf(element)), signal);
  delegate("click", ".hide-title-form", (element) => close(placeOf(element)), signal);
  const save = (element: HTMLElement, event: Event) => {
    event.preventDefault();
    void saveTitle(placeOf(element));
  };
  delegate("click", ".save-title-form", save, signal);
  const onKey = (element: HTMLElement, event: KeyboardEvent) => {
    if (event.key === "Enter") save(element, event);
    else if (event.key === "Escape") close(placeOf(element));
  };
  delegate("keydown", `${shown} .hidden-title-form input`, onKey, signal);
}

/** Returns the element around a name and the fields that change it. */
function placeOf(element: Element): HTMLElement | null {
  return element.closest(".wishlist-title, .hidden-title-form")?.parentElement ?? null;
}

const fieldOf = (place: Element | null) => place?.querySelector<HTMLInputElement>(".hidden-title-form input");

function open(place: HTMLElement | null): void {
  place?.classList.add("is-editing");
  fieldOf(place)?.select();
}

function close(place: HTMLElement | null): void {
  const field = fieldOf(place);
  if (field) field.value = field.defaultValue;
  markInvalid(place, false);
  place?.classList.remove("is-editing");
  place?.querySelector<HTMLElement>(".show-title-form")?.focus();
}

function markInvalid(place: HTMLElement | null, isInvalid: boolean): void {
  place?.querySelector(".hidden-title-form")?.classList.toggle("woocommerce-invalid", isInvalid);
  const field = fieldOf(place);
  if (!field) return;
  field.ariaInvalid = isInvalid ? "true" : null;
  if (isInvalid) field.focus();
}

async function saveTitle(place: HTMLElement | null): Promise<void> {
  const field = fieldOf(place);
  const title = field?.value.trim() ?? "";
  if (title === "") return markInvalid(place, true);
  const id = document.querySelector<HTMLInputElement>("#wishlist_id")?.value ?? "";
  if (!(await changeList({ action: "save_title", fields: { wishlist_id: id, title } })))
    return markInvalid(place, true);
  // The answer has replaced the form.
  document.querySelector<HTMLElement>(".show-title-form")?.focus();
}
