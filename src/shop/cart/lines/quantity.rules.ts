/** Limits of a line's quantity. */
export interface QuantityLimits {
  minQuantity: number;
  /** null: no limit. */
  maxQuantity: number | null;
  soldIndividually: boolean;
}

/** The most pieces of one line, whatever the product allows. */
export const maxPerLine = 1_000_000;

/** Returns the highest quantity that the limits allow. */
export function highestQuantity(limits: QuantityLimits): number {
  if (limits.soldIndividually) return 1;
  return Math.min(limits.maxQuantity ?? maxPerLine, maxPerLine);
}

/** Returns the lowest quantity that the limits allow. */
export function lowestQuantity(limits: QuantityLimits): number {
  return limits.soldIndividually ? 1 : Math.max(limits.minQuantity, 1);
}

/**
 * Returns the value of a quantity field for typed input: the minimum if it is no number, without fractions. The upper
 * limit wins over the lower one, because stock cannot be oversold.
 * @param max null: no limit
 */
export function quantityFromInput(typed: number, min: number, max: number | null): number {
  const raised = Number.isNaN(typed) ? min : Math.max(Math.trunc(typed), min);
  return max === null ? raised : Math.min(raised, max);
}

/** Returns the allowed quantity nearest to `wanted`. Zero stays zero: it removes the line. */
export function clampQuantity(wanted: number, limits: QuantityLimits): number {
  return wanted >= 1 ? quantityFromInput(wanted, lowestQuantity(limits), highestQuantity(limits)) : 0;
}
