import fc from "fast-check";
import { expect, test } from "vitest";
import { clampQuantity, highestQuantity, lowestQuantity, type QuantityLimits } from "./quantity.rules.ts";

const isAllowed = (quantity: number, limits: QuantityLimits) =>
  Number.isInteger(quantity) && quantity >= lowestQuantity(limits) && quantity <= highestQuantity(limits);

const limits = fc.record({
  minQuantity: fc.integer({ min: 1, max: 20 }),
  maxQuantity: fc.option(fc.integer({ min: 20, max: 100 })),
  soldIndividually: fc.boolean(),
});

test("a clamped quantity is zero or allowed, and allowed quantities stay unchanged", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.integer(), fc.double(), fc.constant(Number.POSITIVE_INFINITY)),
      limits,
      (wanted, limits) => {
        const quantity = clampQuantity(wanted, limits);
        expect(quantity === 0 || isAllowed(quantity, limits)).toBe(true);
        expect(isAllowed(wanted, limits) ? quantity : wanted).toBe(wanted);
        expect(quantity === 0).toBe(!(wanted >= 1));
      },
    ),
  );
});

test("the stock limit wins over the minimum quantity", () => {
  expect(clampQuantity(5, { minQuantity: 3, maxQuantity: 2, soldIndividually: false })).toBe(2);
});
