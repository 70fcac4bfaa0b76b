import {
  highestQuantity,
  lowestQuantity,
  type QuantityLimits,
  quantityFromInput,
} from "#shop/cart/lines/quantity.rules.ts";
import type { WireVariation } from "./variation-table.ts";

/** Sets the limits of the form's quantity field to the variation's and adjusts its value. */
export function limitQuantity(form: HTMLFormElement, variation: WireVariation): void {
  const field = fieldOf(form);
  if (!field) return;
  const limits = limitsOf(variation);
  setLimits(field, limits.minQuantity, limits.soldIndividually ? null : limits.maxQuantity);
  showQuantity(field, !limits.soldIndividually);
  const quantity = Number.parseFloat(field.value);
  field.value = String(quantityFromInput(quantity, lowestQuantity(limits), highestQuantity(limits)));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Restores the limits from before a variation was chosen. */
export function freeQuantity(form: HTMLFormElement): void {
  const field = fieldOf(form);
  if (!field) return;
  const { lowest, highest } = field.closest<HTMLElement>("shop-variations")?.dataset ?? {};
  setLimits(field, Number(lowest) || 1, Number(highest) || null);
  showQuantity(field, true);
}

function fieldOf(form: HTMLFormElement): HTMLInputElement | null {
  return form.querySelector(".quantity input[name=quantity]");
}

function limitsOf(variation: WireVariation): QuantityLimits {
  return {
    minQuantity: Number(variation.min_qty) || 1,
    // "" means unlimited; 0 a variation that cannot be bought.
    maxQuantity: Number(variation.max_qty) || null,
    soldIndividually: variation.is_sold_individually === "yes",
  };
}

function setLimits(field: HTMLInputElement, min: number, max: number | null): void {
  field.min = String(min);
  if (max === null) field.removeAttribute("max");
  else field.max = String(max);
}

function showQuantity(field: HTMLInputElement, isShown: boolean): void {
  const stepper = field.closest<HTMLElement>(".quantity");
  if (!stepper) return;
  stepper.style.display = isShown ? "" : "none";
  // The buttons take up its space.
  stepper.parentElement?.classList.toggle("buy-acts--one", !isShown);
}
