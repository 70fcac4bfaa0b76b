import { listen } from "../../client/events.ts";
import type { WireVariation } from "../../product/client/variation/variation-table.ts";

/** Shows the back-in-stock request for the chosen variation while that is out of stock. */
export function startBackInStock(): void {
  const request = document.querySelector<HTMLDetailsElement>("details.back-in-stock[data-watches]");
  const form = request && document.getElementById(request.dataset.watches ?? "");
  const id = request?.querySelector<HTMLInputElement>("[name=back-in-stock]");
  if (!form || !id) return;
  const show = (isShown: boolean) => {
    request.classList.toggle("is-off", !isShown);
    if (!isShown) request.open = false;
  };
  listen(form, "found_variation", ([found]) => {
    const variation = found as WireVariation;
    id.value = String(variation.variation_id);
    show(!variation.is_in_stock);
  });
  listen(form, "reset_data", () => show(false));
}
