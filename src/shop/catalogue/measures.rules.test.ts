import fc from "fast-check";
import { expect, test } from "vitest";
import { gramsOf, type LengthUnit, lengthIn, millimetresOf, type WeightUnit, weightIn } from "./measures.rules.ts";

const typed = { kg: 3, g: 0, lbs: 2, oz: 1, m: 3, cm: 1, mm: 0, in: 1, yd: 2 } as const;
const anyNumber = fc.integer({ min: 0, max: 1_000_000 });

test.each(Object.keys(gramsOf) as WeightUnit[])(
  "a weight typed in %s and stored in whole grams is shown as typed",
  (unit) => {
    fc.assert(
      fc.property(anyNumber, (number) => {
        const weight = number / 10 ** typed[unit];
        expect(weightIn(unit, Math.round(weight * gramsOf[unit]))).toBe(weight);
      }),
    );
  },
);

test.each(Object.keys(millimetresOf) as LengthUnit[])(
  "a length typed in %s and stored in whole millimetres is shown as typed",
  (unit) => {
    fc.assert(
      fc.property(anyNumber, (number) => {
        const length = number / 10 ** typed[unit];
        expect(lengthIn(unit, Math.round(length * millimetresOf[unit]))).toBe(length);
      }),
    );
  },
);
