/**
 * Buy now beside a product's quantity: to the address on the button, with the product and the whole form in its query.
 * Without us it posts the form, which ends at the same place.
 */
export function startBuyNow(): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>(".qcfw_single_buy_now_button");
    if (!button?.form || !button.dataset.href || event.defaultPrevented) return;
    // The server finds the variation of a form that no script has looked at.
    const isLeft = !isChosen(button.form) && !button.classList.contains("disabled");
    if (isLeft) return;
    event.preventDefault();
    if (button.classList.contains("disabled") || !button.form.reportValidity()) return;
    window.location.assign(`${button.dataset.href}?${fieldsOf(button, button.form)}`);
  });
}

/** A product without variations has no such field. */
function isChosen(form: HTMLFormElement): boolean {
  const field = form.querySelector<HTMLInputElement>("input.variation_id");
  return !field || Number(field.value) > 0;
}

function fieldsOf(button: HTMLButtonElement, form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams();
  // The button carries the id of a simple product, a hidden field that of a variable one.
  if (button.name) fields.set(button.name, button.value);
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
  return fields;
}
