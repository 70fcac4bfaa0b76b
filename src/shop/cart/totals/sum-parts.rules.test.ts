import fc from "fast-check";
import { expect, test } from "vitest";
import { priceShower } from "../../taxes/tax-terms.rules.ts";
import { totalsAsShown } from "./shown-totals.rules.ts";
import { sumParts, taxesWithin } from "./sum-parts.rules.ts";
import { anyInput } from "./totals.fixtures.ts";
import { type Totals, totalsOf } from "./totals.rules.ts";

/** Returns the sums that a cart shows. */
function sumsOf(totals: Totals) {
  const offers = totals.lines.map((line) => ({ name: "", pieces: 2, price: 1, saving: line.offerSaving }));
  const coupons = totals.discounts.map((amount) => ({ code: "", amount, freesDelivery: false }));
  const taxes = totals.taxes.map((amount, place) => {
    return { label: "GST", perMillion: 0, amount, onCharges: totals.taxesOnCharges[place] ?? 0 };
  });
  const fees = totals.feeAmounts.map((amount) => ({ label: "", amount }));
  return {
    ...totals,
    taxes,
    offers,
    coupons,
    fees,
    shipping: { title: "", amount: totals.delivery, isPickup: false, days: null, arrival: null },
  };
}

const adds = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0);

function expectToAddUp(totals: Totals): void {
  const sums = sumsOf(totals);
  const parts = sumParts(sums);
  const isOff = (kind: string) => kind === "offer" || kind === "coupon";
  expect(adds(parts.map(({ kind, amount }) => (isOff(kind) ? -amount : amount)))).toBe(totals.total);
  const onTop = parts.filter(({ kind }) => kind === "tax").map(({ amount }) => amount);
  const within = taxesWithin(sums).map(({ amount }) => amount);
  expect(adds([...onTop, ...within])).toBe(totals.tax);
  expect(totals.deliveryTax).toBeLessThanOrEqual(totals.tax);
  expect(parts.every(({ amount }) => amount >= 0)).toBe(true);
}

test("the shown rows add up to the total, with tax included or on top", () => {
  fc.assert(fc.property(anyInput, (input) => expectToAddUp(totalsOf(input))));
});

test("converting shown prices to the other tax display keeps the total", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const totals = totalsOf(input);
      const show = priceShower(input.taxes, !input.taxes.pricesInclude) ?? ((price: number) => price);
      const shown = totalsAsShown(totals, input, show);
      expectToAddUp(shown);
      expect(shown.total).toBe(totals.total);
      expect(shown.isTaxIncluded).toBe(!totals.isTaxIncluded);
      expect(adds(shown.taxes)).toBe(shown.tax);
      expect(adds(shown.discounts)).toBe(shown.discount);
      for (const { price, offerSaving, discount } of shown.lines)
        expect(price).toBeGreaterThanOrEqual(offerSaving + discount);
    }),
    { numRuns: 500 },
  );
});

test("rates with the same label share a row, and an order without rates has one unnamed row", () => {
  const rate = { label: "GST", perMillion: 170_000, onCharges: 0 };
  const sums = { ...sumsOf(totalsOf({ ...noCart })), total: 1180, subtotal: 1000, tax: 180, isTaxIncluded: false };
  const taxes = [
    { ...rate, amount: 170 },
    { ...rate, perMillion: 50_000, amount: 10 },
  ];
  expect(sumParts({ ...sums, taxes }).at(-1)).toEqual({ kind: "tax", label: "GST", amount: 180 });
  expect(sumParts({ ...sums, taxes: [] }).at(-1)).toEqual({ kind: "tax", label: "", amount: 180 });
  expect(taxesWithin({ tax: 145, taxes: [], isTaxIncluded: true })).toEqual([{ label: "", amount: 145 }]);
});

const noCart = {
  lines: [],
  coupons: [],
  delivery: null,
  fees: [],
  taxes: { pricesInclude: false, rounding: "line" as const, rates: [] },
};
