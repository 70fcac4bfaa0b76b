import { callWishlist } from "../wishlist-call.ts";
import { delegate } from "./delegate.ts";
import { findTable } from "./list-form.ts";

/** How long (ms) after its last change a quantity is saved. Source: storefront specification 4, "Wishlist". */
const delayMs = 1000;

/** Saves wished quantities a second after the last change, and at once when the page is left. */
export function startRowQuantities(signal: AbortSignal): void {
  const unsaved = new Map<string, { timer: ReturnType<typeof setTimeout>; quantity: string }>();
  let calls = new AbortController();
  const save = (id: string, keepalive = false) => {
    const quantity = unsaved.get(id)?.quantity ?? "1";
    unsaved.delete(id);
    calls.abort();
    calls = new AbortController();
    const fields = { product_id: id, wishlist_token: findTable()?.dataset.token ?? "", quantity };
    callWishlist({ action: "update_item_quantity", fields, keepalive, signal: calls.signal }).catch(ignore);
  };
  const onChange = (field: HTMLElement) => {
    const row = field.closest<HTMLElement>("[data-row-id]");
    const { value: quantity } = field as HTMLInputElement;
    const id = row?.dataset.rowId;
    if (!row || !id || !(Number(quantity) >= 1)) return;
    setCartQuantity(row, quantity);
    clearTimeout(unsaved.get(id)?.timer);
    unsaved.set(id, { quantity, timer: setTimeout(() => save(id), delayMs) });
  };
  const onLeave = () => {
    for (const [id, { timer }] of unsaved) {
      clearTimeout(timer);
      save(id, true);
    }
  };
  delegate("change", ".wishlist_table .product-quantity input", onChange, signal);
  delegate("keydown", ".wishlist_table .product-quantity input", (_, event) => noEnter(event), signal);
  window.addEventListener("pagehide", onLeave, { signal });
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

/** The next change or the next page shows what is stored. */
function ignore(): void {}
