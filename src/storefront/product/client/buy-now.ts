import { closest } from "../../client/closest.ts";

/**
 * Makes every Buy now button of a product form go to the button's address, with the product and the form's fields in the
 * query. Without scripts it submits the form, with the same result.
 */
export function startBuyNow(): void {
  // On window, after the original script, which prevents the click's default and ends the event.
  window.addEventListener("click", (event) => {
    const button = closest<HTMLButtonElement>(event, ".qcfw_single_buy_now_button");
    if (!button?.form || !button.dataset.href || event.defaultPrevented) return;
    // Before the form's first check, it is submitted and the server finds the variation.
    const isUnchecked = !hasVariation(button.form) && !button.classList.contains("disabled");
    if (isUnchecked) return;
    event.preventDefault();
    if (button.classList.contains("disabled") || !button.form.reportValidity()) return;
    window.location.assign(`${button.dataset.href}?${fieldsOf(button, button.form)}`);
  });
}

/** Tells whether a variation is chosen; true for products without variations. */
function hasVariation(form: HTMLFormElement): boolean {
  const field = form.querySelector<HTMLInputElement>("input.variation_id");
  return !field || Number(field.value) > 0;
}

function fieldsOf(button: HTMLButtonElement, form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams();
  // The button has the id of a simple product; a variable product's form has it in a hidden field.
  if (button.name) fields.set(button.name, button.value);
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
  return fields;
}
