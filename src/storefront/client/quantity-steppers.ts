/** The two buttons beside every quantity field, the field's lowest value at the start, and its limits afterwards. */
export function startQuantitySteppers(): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>(".quantity :is(.minus, .plus)");
    const field = button?.closest(".quantity")?.querySelector<HTMLInputElement>("input.qty");
    if (button && field && !field.disabled) step(field, button.classList.contains("plus") ? 1 : -1);
  });
  for (const field of document.querySelectorAll("input.qty")) if (isHeld(field)) raiseToLowest(field);
  // First of all who hear it: what they read is allowed.
  const onChange = ({ target }: Event) => isHeld(target) && holdToLimits(target);
  document.addEventListener("change", onChange, { capture: true });
}

/** A quantity of something to be added. Cart lines are not: there zero means that the line goes. */
function isHeld(target: unknown): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.matches("input.qty") && !target.closest(".product-quantity");
}

/** What is no number becomes the lowest; the upper limit wins: what is not in stock cannot be sold. */
function holdToLimits(field: HTMLInputElement): void {
  const min = Math.max(Number.parseFloat(field.min) || 0, 0);
  const max = Number.parseFloat(field.max);
  const typed = Number.parseFloat(field.value);
  const raised = Number.isNaN(typed) ? min : Math.max(Math.trunc(typed), min);
  const held = String(Number.isNaN(max) ? raised : Math.min(raised, max));
  if (held !== field.value) field.value = held;
}

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
