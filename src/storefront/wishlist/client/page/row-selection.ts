import { listen } from "../../../client/events.ts";
import { delegate } from "./delegate.ts";

/** Selects all rows, and offers the bulk actions only while a row is selected. */
export function startRowSelection(signal: AbortSignal): void {
  const onAll = (all: HTMLElement) => {
    for (const box of boxes()) box.checked = (all as HTMLInputElement).checked;
    showSelection();
  };
  delegate("change", "#bulk_add_to_cart", onAll, signal);
  delegate("change", ".product-checkbox input", showSelection, signal);
  listen(document.body, "yith_wcwl_fragments_replaced", showSelection, signal);
  showSelection();
}

function boxes(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(".product-checkbox input:enabled")];
}

function showSelection(): void {
  const checked = boxes().filter(({ checked }) => checked).length;
  const apply = document.querySelector<HTMLButtonElement>("[name=apply_bulk_actions]");
  if (apply) apply.disabled = checked === 0;
  const all = document.querySelector<HTMLInputElement>("#bulk_add_to_cart");
  if (!all) return;
  all.checked = checked > 0 && checked === boxes().length;
  all.indeterminate = checked > 0 && !all.checked;
}
