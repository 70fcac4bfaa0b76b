import { announce } from "../../../client/announce.ts";

/** How long (ms) the note is shown. */
const shownMs = 3000;

/** Says next to a control that its change is saved. @param place the element around the control */
export function showSaved(place: Element | null): void {
  const text = place?.closest<HTMLElement>("shop-wishlist")?.dataset.saved ?? "";
  place?.querySelector(".saved-note")?.remove();
  const note = document.createElement("span");
  note.className = "saved-note";
  note.textContent = text;
  place?.append(note);
  announce(text);
  setTimeout(() => note.remove(), shownMs);
}
