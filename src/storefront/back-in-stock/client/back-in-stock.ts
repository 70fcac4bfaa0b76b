import { listen } from "../../client/events.ts";
import type { WireVariation } from "../../product/client/variation/variation-table.ts";

/** The request for news of what is out of stock follows the variation that is chosen beside it. */
export function startBackInStock(): void {
  const request = document.querySelector<HTMLDetailsElement>("details.back-in-stock[data-watches]");
  const form = request && document.getElementById(request.dataset.watches ?? "");
  const id = request?.querySelector<HTMLInputElement>("[name=back-in-stock]");
  if (!form || !id) return;
  const offer = (isOffered: boolean) => {
    request.classList.toggle("is-off", !isOffered);
    if (!isOffered) request.open = false;
  };
  listen(form, "found_variation", ([found]) => {
    const variation = found as WireVariation;
    id.value = String(variation.variation_id);
    offer(!variation.is_in_stock);
  });
  listen(form, "reset_data", () => offer(false));
}
