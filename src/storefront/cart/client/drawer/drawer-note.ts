/** Shows a message in the drawer; "" hides it. `undoKey` is the key of the line that Undo restores; "" for no Undo. */
export function showDrawerNote(message: string, undoKey = "", isError = false): void {
  const note = document.querySelector<HTMLElement>(".drawer-note");
  const text = note?.querySelector(".drawer-note-text");
  const undo = note?.querySelector<HTMLButtonElement>(".drawer-undo");
  if (!note || !text || !undo) return;
  text.textContent = message;
  undo.dataset.cart_item_key = undoKey;
  undo.hidden = undoKey === "";
  note.classList.toggle("notice--bad", isError);
  note.classList.toggle("notice--good", !isError);
  note.hidden = message === "";
}

export function hideDrawerNote(): void {
  showDrawerNote("");
}
