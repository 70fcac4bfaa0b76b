import { maxNameLength } from "#shop/wishlist/wishlist.rules.ts";
import { wishLabel } from "../heart-note.ts";
import { delegate } from "./delegate.ts";
import type { ListChanges } from "./list-changes.ts";

const shown = ".is-editing";

/** Edits the name of the list in place. Enter saves, Escape cancels. */
export function startTitleEditing(changes: ListChanges, signal: AbortSignal): void {
  delegate("click", ".show-title-form, .wishlist-title-with-form h2", (element) => open(placeOf(element)), signal);
  const cancel = (element: HTMLElement) => {
    close(placeOf(element));
    changes.catchUp();
  };
  delegate("click", ".hide-title-form", cancel, signal);
  const save = (element: HTMLElement, event: Event) => {
    event.preventDefault();
    void saveTitle(changes, placeOf(element));
  };
  delegate("click", ".save-title-form", save, signal);
  const onKey = (element: HTMLElement, event: KeyboardEvent) => {
    if (event.key === "Enter") save(element, event);
    else if (event.key === "Escape") cancel(element);
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
  showFault(place, "");
  place?.classList.remove("is-editing");
  place?.querySelector<HTMLElement>(".show-title-form")?.focus();
}

/** Shows at the field why the name was not saved; "" for no fault. */
function showFault(place: HTMLElement | null, text: string): void {
  const field = fieldOf(place);
  const fault = place?.querySelector<HTMLElement>(".err");
  if (!field || !fault) return;
  field.parentElement?.classList.toggle("woocommerce-invalid", text !== "");
  field.ariaInvalid = text ? "true" : null;
  fault.lastElementChild?.replaceChildren(text);
  fault.hidden = text === "";
  if (text) field.focus();
}

async function saveTitle(changes: ListChanges, place: HTMLElement | null): Promise<void> {
  const field = fieldOf(place);
  const title = field?.value.trim() ?? "";
  const { missing = "", long = "" } = place?.querySelector<HTMLElement>(".err")?.dataset ?? {};
  if (title === "") return showFault(place, missing);
  if (title.length > maxNameLength) return showFault(place, long);
  const id = document.querySelector<HTMLInputElement>("#wishlist_id")?.value ?? "";
  if (!(await changes.make({ action: "save_title", fields: { wishlist_id: id, title } })))
    return showFault(place, wishLabel("not_saved"));
  // The answer has replaced the form.
  document.querySelector<HTMLElement>(".show-title-form")?.focus();
}
