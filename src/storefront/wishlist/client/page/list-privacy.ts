import { delegate } from "./delegate.ts";
import type { ListChanges } from "./list-changes.ts";
import { showSaved } from "./saved-note.ts";

/** Saves who can see a list as soon as it is chosen. */
export function startListPrivacy(changes: ListChanges, signal: AbortSignal): void {
  const save = async (element: HTMLElement) => {
    const select = element as HTMLSelectElement;
    const id = select.closest<HTMLElement>("[data-wishlist-id]")?.dataset.wishlistId ?? "";
    const { value: privacy } = select;
    const answer = await changes.make({ action: "save_privacy", fields: { wishlist_id: id, privacy } });
    for (const option of select.options) {
      if (answer) option.defaultSelected = option.value === privacy;
      else option.selected = option.defaultSelected;
    }
    // The answer has replaced the field.
    if (answer) showSaved(document.querySelector(".wl-privacy-field > .field"));
  };
  delegate("change", "[data-wishlist-id] select.wishlist-visibility", (element) => void save(element), signal);
}
