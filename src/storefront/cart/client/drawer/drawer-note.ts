/** Says in the drawer what has just happened there; `undoKey` names the line that Undo puts back. */
export function showDrawerNote(message: string, undoKey = "", isBad = false): void {
  const note = document.querySelector<HTMLElement>(".drawer-note");
  const text = note?.querySelector(".drawer-note-text");
  const undo = note?.querySelector<HTMLButtonElement>(".drawer-undo");
  if (!note || !text || !undo) return;
  text.textContent = message;
  undo.dataset.cart_item_key = undoKey;
  undo.hidden = undoKey === "";
  note.classList.toggle("notice--bad", isBad);
  note.classList.toggle("notice--good", !isBad);
  note.hidden = message === "";
}

export function hideDrawerNote(): void {
  showDrawerNote("");
}
