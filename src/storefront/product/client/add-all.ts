import { type Adding, addInPlace } from "../../cart/client/add-in-place.ts";
import { closest } from "../../client/closest.ts";
import { isTaken } from "../../client/other-scripts.ts";
import { showReason } from "./form-adding.ts";

/** Adds products that are often bought together to the cart in place. Without it their form leads to the cart. */
export function startAddAll(adding: Adding): void {
  window.addEventListener("submit", (event) => {
    const button = closest(event, ".add-all")?.querySelector<HTMLButtonElement>(".add-all-button");
    if (!button || isTaken("adding", event)) return;
    event.preventDefault();
    const { product_id = "" } = button.dataset;
    const fields = { product_id, chowk_products: button.value };
    void addInPlace({ button, fields, attempt: undefined, explain: () => void showReason(button) }, adding);
  });
}
