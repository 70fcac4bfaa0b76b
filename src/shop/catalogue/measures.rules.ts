/** Grams of each unit. */
export const gramsOf = { kg: 1000, g: 1, lbs: 453.592_37, oz: 28.349_523_125 } as const;

/** Millimetres of each unit. */
export const millimetresOf = { m: 1000, cm: 10, mm: 1, in: 25.4, yd: 914.4 } as const;

export type WeightUnit = keyof typeof gramsOf;
export type LengthUnit = keyof typeof millimetresOf;

/** Decimals that whole grams or millimetres preserve: values with no more decimals are shown as typed. */
const decimals: Readonly<Record<WeightUnit | LengthUnit, number>> = {
  kg: 3,
  g: 0,
  lbs: 2,
  oz: 1,
  m: 3,
  cm: 1,
  mm: 0,
  in: 1,
  yd: 2,
};

/** Converts a weight to the store's unit. @param grams whole */
export function weightIn(unit: WeightUnit, grams: number): number {
  return rounded(grams / gramsOf[unit], decimals[unit]);
}

/** Converts a length to the store's unit. @param millimetres whole */
export function lengthIn(unit: LengthUnit, millimetres: number): number {
  return rounded(millimetres / millimetresOf[unit], decimals[unit]);
}

function rounded(value: number, places: number): number {
  return Math.round(value * 10 ** places) / 10 ** places;
}
