import { listen } from "./events.ts";
import type { WireVariation } from "./variation-table.ts";

/** The request for news of what is out of stock follows the variation that is chosen beside it. */
export function startBackInStock(): void {
  const request = document.querySelector<HTMLFormElement>("form.back-in-stock[data-watches]");
  const form = request && document.getElementById(request.dataset.watches ?? "");
  const id = request?.querySelector<HTMLInputElement>("[name=back-in-stock]");
  if (!form || !id) return;
  listen(form, "found_variation", ([found]) => {
    const variation = found as WireVariation;
    id.value = String(variation.variation_id);
    request.hidden = variation.is_in_stock;
  });
  listen(form, "reset_data", () => {
    request.hidden = true;
  });
}
