/** What limits the quantity of a line. */
export interface QuantityLimits {
  minQuantity: number;
  /** null means no limit. */
  maxQuantity: number | null;
  soldIndividually: boolean;
}

/** The most that one line can hold, whatever the product says. */
export const mostPerLine = 1_000_000;

/** The highest quantity that the limits allow. */
export function highestQuantity(limits: QuantityLimits): number {
  if (limits.soldIndividually) return 1;
  return Math.min(limits.maxQuantity ?? mostPerLine, mostPerLine);
}

/** The lowest quantity that the limits allow. */
export function lowestQuantity(limits: QuantityLimits): number {
  return limits.soldIndividually ? 1 : Math.max(limits.minQuantity, 1);
}

/**
 * What a quantity field holds for what was typed: the lowest for what is no number, fractions cut off. The upper limit wins
 * over the lower one, because what is not in stock cannot be sold.
 * @param max null means no limit
 */
export function heldQuantity(typed: number, min: number, max: number | null): number {
  const raised = Number.isNaN(typed) ? min : Math.max(Math.trunc(typed), min);
  return max === null ? raised : Math.min(raised, max);
}

/**
 * The allowed quantity nearest to `wanted`. Zero stays zero: it means that the line goes.
 */
export function clampQuantity(wanted: number, limits: QuantityLimits): number {
  return wanted >= 1 ? heldQuantity(wanted, lowestQuantity(limits), highestQuantity(limits)) : 0;
}
