/** The two buttons beside every quantity field, and the field's lowest value at the start. */
export function startQuantitySteppers(): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>(".quantity :is(.minus, .plus)");
    const field = button?.closest(".quantity")?.querySelector<HTMLInputElement>("input.qty");
    if (button && field && !field.disabled) step(field, button.classList.contains("plus") ? 1 : -1);
  });
  for (const field of document.querySelectorAll<HTMLInputElement>("input.qty")) {
    if (!field.closest(".product-quantity")) raiseToLowest(field);
  }
}

/** Cart lines are left out by the caller: there zero means that the line goes. */
function raiseToLowest(field: HTMLInputElement): void {
  const min = Number.parseFloat(field.min);
  if (min >= 0 && Number.parseFloat(field.value) < min) field.value = field.min;
}

/** One step up or down within the field's limits; what listens to the field hears of it as if it had been typed. */
function step(field: HTMLInputElement, direction: 1 | -1): void {
  const by = Number.parseFloat(field.step) || 1;
  const min = Number.parseFloat(field.min);
  const max = Number.parseFloat(field.max);
  const now = Number.parseFloat(field.value);
  let next = Number.isNaN(now) ? Math.max(Number.isNaN(min) ? 0 : min, 0) : now + direction * by;
  if (!Number.isNaN(max)) next = Math.min(next, max);
  next = Math.max(next, Number.isNaN(min) ? 0 : min);
  if (next === now) return;
  field.value = String(next);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}
