import { showFailureNotice } from "../../../notices/client/page-notices.ts";
import { wishLabel } from "../heart-note.ts";
import { callWishlist } from "../wishlist-call.ts";
import { delegate } from "./delegate.ts";
import type { ListChanges } from "./list-changes.ts";
import { findTable } from "./list-form.ts";
import { showSaved } from "./saved-note.ts";

/** How long (ms) after its last change a quantity is saved. Source: storefront specification 4, "Wishlist". */
const delayMs = 1000;

/** Saves wished quantities a second after the last change, and at once when the page is left. */
export function startRowQuantities(changes: ListChanges, signal: AbortSignal): void {
  const unsaved = new Map<string, { timer: ReturnType<typeof setTimeout>; quantity: string }>();
  const calls = new Map<string, AbortController>();
  /** Quantities that the server may not have yet, by row. */
  const wanted = new Map<string, string>();
  const save = (id: string) => {
    const quantity = unsaved.get(id)?.quantity ?? "1";
    unsaved.delete(id);
    // The row's newer quantity wins; those of other rows are not touched.
    calls.get(id)?.abort();
    const call = new AbortController();
    calls.set(id, call);
    void saveQuantity(id, quantity, call.signal).then(() => {
      if (calls.get(id) !== call || unsaved.has(id)) return;
      wanted.delete(id);
      changes.markChanged();
    });
  };
  const onChange = (field: HTMLElement) => {
    const row = field.closest<HTMLElement>("[data-row-id]");
    const { value: quantity } = field as HTMLInputElement;
    const id = row?.dataset.rowId;
    if (!row || !id || !(Number(quantity) >= 1)) return;
    setCartQuantity(row, quantity);
    wanted.set(id, quantity);
    clearTimeout(unsaved.get(id)?.timer);
    unsaved.set(id, { quantity, timer: setTimeout(() => save(id), delayMs) });
  };
  const onLeave = () => {
    for (const [id, { timer }] of unsaved) {
      clearTimeout(timer);
      save(id);
    }
  };
  /** An answer to another change may be older than what was typed. */
  const onReplaced = () => {
    for (const [id, quantity] of wanted) {
      const row = findTable()?.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"]`);
      const field = row?.querySelector<HTMLInputElement>(".product-quantity input");
      if (!row || !field || field.value === quantity) continue;
      field.value = quantity;
      setCartQuantity(row, quantity);
    }
  };
  delegate("change", ".wishlist_table .product-quantity input", onChange, signal);
  document.body.addEventListener("yith_wcwl_fragments_replaced", onReplaced, { signal });
  delegate("keydown", ".wishlist_table .product-quantity input", (_, event) => noEnter(event), signal);
  window.addEventListener("pagehide", onLeave, { signal });
}

/** Saves a quantity, also while the page is being left. Shows a failure, unless a newer call has taken its place. */
async function saveQuantity(id: string, quantity: string, signal: AbortSignal): Promise<void> {
  const fields = { product_id: id, wishlist_token: findTable()?.dataset.token ?? "", quantity };
  try {
    await callWishlist({ action: "update_item_quantity", fields, signal, keepalive: true });
    showSaved(findTable()?.querySelector(`[data-row-id="${id}"] .product-quantity`) ?? null);
  } catch {
    if (!signal.aborted) showFailureNotice(wishLabel("not_saved"));
  }
}

/** Enter would submit the form. */
function noEnter(event: KeyboardEvent): void {
  if (event.key === "Enter") event.preventDefault();
}

/** The row's button adds the wished quantity. */
function setCartQuantity(row: HTMLElement, quantity: string): void {
  const button = row.querySelector<HTMLElement>(".add_to_cart");
  if (!button) return;
  button.dataset.quantity = quantity;
  // jQuery reads the attributes of an element only once.
  window.jQuery?.(button).data("quantity", quantity);
}
