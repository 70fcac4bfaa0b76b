import { listen } from "../../client/events.ts";
import { defineWidget } from "../../client/widget.ts";
import type { WireVariation } from "../../product/client/variation/variation-table.ts";

/** Defines `<shop-back-in-stock>`, the request form of a variable product. It is shown while the chosen variation is out of stock. */
export function defineBackInStock(): void {
  defineWidget("shop-back-in-stock", startBackInStock);
}

function startBackInStock(element: HTMLElement, signal: AbortSignal): void {
  const request = element.querySelector("details");
  const form = document.getElementById(element.dataset.watches ?? "");
  const id = element.querySelector<HTMLInputElement>("[name=back-in-stock]");
  if (!request || !form || !id) return;
  const show = (isShown: boolean) => {
    request.classList.toggle("is-off", !isShown);
    if (!isShown) request.open = false;
  };
  const onFound = ([found]: readonly unknown[]) => {
    const variation = found as WireVariation;
    id.value = String(variation.variation_id);
    show(!variation.is_in_stock);
  };
  listen(form, "found_variation", onFound, signal);
  listen(form, "reset_data", () => show(false), signal);
}
