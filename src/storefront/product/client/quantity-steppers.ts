import { quantityFromInput } from "#shop/cart/lines/quantity.rules.ts";

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

function holdToLimits(field: HTMLInputElement): void {
  const { min, max } = limitsOf(field);
  const held = String(quantityFromInput(Number.parseFloat(field.value), min, max));
  if (held !== field.value) field.value = held;
}

/** Below zero no quantity goes; without an upper limit it is null. */
function limitsOf(field: HTMLInputElement): { min: number; max: number | null } {
  const max = Number.parseFloat(field.max);
  return { min: Math.max(Number.parseFloat(field.min) || 0, 0), max: Number.isNaN(max) ? null : max };
}

function raiseToLowest(field: HTMLInputElement): void {
  const min = Number.parseFloat(field.min);
  if (min >= 0 && Number.parseFloat(field.value) < min) field.value = field.min;
}

/** One step up or down within the field's limits; what listens to the field hears of it as if it had been typed. */
function step(field: HTMLInputElement, direction: 1 | -1): void {
  const by = Number.parseFloat(field.step) || 1;
  const { min, max } = limitsOf(field);
  const now = Number.parseFloat(field.value);
  const held = quantityFromInput(now + direction * by, min, max);
  // Of a cart line the shop says why there cannot be more.
  const next = held === now && direction > 0 && !isHeld(field) ? now + by : held;
  if (next === now) return;
  field.value = String(next);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}
