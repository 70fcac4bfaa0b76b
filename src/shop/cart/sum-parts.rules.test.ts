import fc from "fast-check";
import { expect, test } from "vitest";
import { sumParts, taxWithin } from "./sum-parts.rules.ts";
import { anyInput } from "./totals.fixtures.ts";
import { totalsOf } from "./totals.rules.ts";

test("the rows that are shown add up to the total, whether taxes lie in the prices or on top of them", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const totals = totalsOf(input);
      const offers = totals.lines.map((line) => ({ name: "", pieces: 2, price: 1, saving: line.offerSaving }));
      const coupons = totals.discounts.map((amount) => ({ code: "", amount, freesDelivery: false }));
      const fees = input.fees.map(({ amount }) => ({ label: "", amount }));
      const shipping = { title: "", amount: totals.delivery, days: null };
      const parts = sumParts({ ...totals, offers, coupons, shipping, fees });
      const isOff = (kind: string) => kind === "offer" || kind === "coupon";
      expect(parts.reduce((sum, { kind, amount }) => sum + (isOff(kind) ? -amount : amount), 0)).toBe(totals.total);
      const told = parts.find(({ kind }) => kind === "tax")?.amount ?? taxWithin(totals) ?? 0;
      expect(told).toBe(totals.tax);
      expect(totals.deliveryTax).toBeLessThanOrEqual(totals.tax);
    }),
  );
});
