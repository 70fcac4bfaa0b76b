import fc from "fast-check";
import { expect, test } from "vitest";
import { apportion, fractionsOf, sum } from "./money.ts";

const amount = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 1_000_000_000_000 }));

test("apportion distributes the whole amount; each share is within one unit of the exact one and at most its weight", () => {
  const some = fc.array(amount, { minLength: 1, maxLength: 12 }).filter((weights) => sum(weights) > 0);
  fc.assert(
    fc.property(some, fc.double({ min: 0, max: 1, noNaN: true }), (weights, part) => {
      const whole = sum(weights);
      const value = Math.floor(whole * part);
      const shares = apportion(value, weights);
      expect(sum(shares)).toBe(value);
      for (const [place, share] of shares.entries()) {
        const weight = weights[place] ?? 0;
        const off = BigInt(share) * BigInt(whole) - BigInt(value) * BigInt(weight);
        expect(off > -BigInt(whole) && off < BigInt(whole)).toBe(true);
        expect(share).toBeLessThanOrEqual(weight);
      }
    }),
  );
});

test("fractionsOf adds up to the exact sum rounded once; each part is within one unit of the exact one", () => {
  const fraction = fc.record({
    value: amount,
    numerator: fc.integer({ min: 0, max: 1_000_000 }),
    denominator: fc.constantFrom(1_000_000, 1_170_000, 1_220_000),
  });
  fc.assert(
    fc.property(fc.array(fraction, { maxLength: 12 }), (fractions) => {
      const shares = fractionsOf(fractions);
      const common = 1_000_000n * 1_170_000n * 1_220_000n;
      const exact = fractions.map(
        ({ value, numerator, denominator }) => (BigInt(value) * BigInt(numerator) * common) / BigInt(denominator),
      );
      const all = exact.reduce((total, one) => total + one, 0n);
      expect(BigInt(sum(shares))).toBe((2n * all + common) / (2n * common));
      for (const [place, share] of shares.entries()) {
        const off = BigInt(share) * common - (exact[place] ?? 0n);
        expect(off > -common && off < common).toBe(true);
      }
    }),
  );
});
