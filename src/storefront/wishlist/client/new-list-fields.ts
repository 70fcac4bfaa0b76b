/** The list that a dialog's fields say, with the protocol's names of the fields of a new one. */
export interface ChosenList {
  /** A list, or "new". */
  value: string;
  wishlist_name: string;
  wishlist_visibility: string;
}

const selectOf = (dialog: Element | null) => dialog?.querySelector<HTMLSelectElement>(".wishlist-select");
const nameOf = (dialog: Element | null) => dialog?.querySelector<HTMLInputElement>(".wishlist-name");

/** Shows the fields of a new list while "new" is chosen. */
export function showNewList(dialog: Element | null): void {
  const fields = dialog?.querySelector<HTMLElement>(".new-wishlist");
  if (fields) fields.hidden = selectOf(dialog)?.value !== "new";
  markName(dialog, false);
}

/** Returns the chosen list; undefined if it is a new one without a name, which is then focused. */
export function readNewList(dialog: Element): ChosenList | undefined {
  const value = selectOf(dialog)?.value ?? "new";
  const name = nameOf(dialog)?.value.trim() ?? "";
  const isNameless = value === "new" && name === "";
  markName(dialog, isNameless);
  if (isNameless) return undefined;
  const visibility = dialog.querySelector<HTMLInputElement>(".wishlist-visibility:checked")?.value ?? "";
  return { value, wishlist_name: name, wishlist_visibility: visibility };
}

function markName(dialog: Element | null, isInvalid: boolean): void {
  const field = nameOf(dialog);
  field?.parentElement?.classList.toggle("woocommerce-invalid", isInvalid);
  if (!field) return;
  field.ariaInvalid = isInvalid ? "true" : null;
  if (isInvalid) field.focus();
}
