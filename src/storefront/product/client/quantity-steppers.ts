import { quantityFromInput } from "#shop/cart/lines/quantity.rules.ts";

/** Handles the plus and minus buttons of quantity fields and keeps quantities within their limits. */
export function startQuantitySteppers(): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>(".quantity :is(.minus, .plus)");
    const field = button?.closest(".quantity")?.querySelector<HTMLInputElement>("input.qty");
    if (button && field && !field.disabled) step(field, button.classList.contains("plus") ? 1 : -1);
  });
  for (const field of document.querySelectorAll("input.qty")) if (isLimited(field)) raiseToMin(field);
  // Captures the event, so that all other listeners read an allowed quantity.
  const onChange = ({ target }: Event) => isLimited(target) && applyLimits(target);
  document.addEventListener("change", onChange, { capture: true });
}

/** Tells whether a field is for adding to the cart. In cart lines, 0 removes the line. */
function isLimited(target: unknown): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.matches("input.qty") && !target.closest(".product-quantity");
}

function applyLimits(field: HTMLInputElement): void {
  const { min, max } = limitsOf(field);
  const held = String(quantityFromInput(Number.parseFloat(field.value), min, max));
  if (held !== field.value) field.value = held;
}

/** Returns the limits of a field: `min` is at least 0, `max` null if unlimited. */
function limitsOf(field: HTMLInputElement): { min: number; max: number | null } {
  const max = Number.parseFloat(field.max);
  return { min: Math.max(Number.parseFloat(field.min) || 0, 0), max: Number.isNaN(max) ? null : max };
}

function raiseToMin(field: HTMLInputElement): void {
  const min = Number.parseFloat(field.min);
  if (min >= 0 && Number.parseFloat(field.value) < min) field.value = field.min;
}

/** Changes the quantity by one step within the limits and dispatches the events of typing. */
function step(field: HTMLInputElement, direction: 1 | -1): void {
  const by = Number.parseFloat(field.step) || 1;
  const { min, max } = limitsOf(field);
  const now = Number.parseFloat(field.value);
  const held = quantityFromInput(now + direction * by, min, max);
  // For a cart line, the server explains why there cannot be more.
  const next = held === now && direction > 0 && !isLimited(field) ? now + by : held;
  if (next === now) return;
  field.value = String(next);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}
