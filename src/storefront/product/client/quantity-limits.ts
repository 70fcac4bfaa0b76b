import { quantityFromInput } from "#shop/cart/lines/quantity.rules.ts";

/** Keeps quantities within their limits. */
export function startQuantityLimits(): void {
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
  const min = Math.max(Number.parseFloat(field.min) || 0, 0);
  const max = Number.parseFloat(field.max);
  const held = String(quantityFromInput(Number.parseFloat(field.value), min, Number.isNaN(max) ? null : max));
  if (held !== field.value) field.value = held;
}

function raiseToMin(field: HTMLInputElement): void {
  const min = Number.parseFloat(field.min);
  if (min >= 0 && Number.parseFloat(field.value) < min) field.value = field.min;
}
