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
 * The allowed quantity nearest to `wanted`; fractions are cut off. The upper limit wins over the lower one, because what
 * is not in stock cannot be sold. Zero stays zero: it means that the line goes.
 */
export function clampQuantity(wanted: number, limits: QuantityLimits): number {
  const whole = Number.isNaN(wanted) ? 0 : Math.trunc(wanted);
  if (whole <= 0) return 0;
  return Math.min(Math.max(whole, lowestQuantity(limits)), highestQuantity(limits));
}
