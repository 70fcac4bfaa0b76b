import fc from "fast-check";
import { tenPercent } from "../../coupons/coupon.fixtures.ts";
import type { CartCoupon } from "../../coupons/coupon.ts";
import type { TotalsInput, TotalsLine } from "./totals.rules.ts";

/** Returns a coupon of 10 % on everything for everybody, unless `given` says otherwise. */
export function couponOf(given: Partial<CartCoupon> = {}): CartCoupon {
  const own = { id: 1, code: "SAVE10", used: 0, disabledAt: null, inCategories: [], inExcludedCategories: [] };
  return { ...tenPercent, ...own, ...given };
}

/** Returns a line of one piece at 1,000, unless `given` says otherwise. */
export function lineOf(given: Partial<TotalsLine> = {}): TotalsLine {
  return {
    productId: 1,
    variationId: null,
    unitPrice: 1000,
    quantity: 1,
    isOnSale: false,
    bulkOffer: null,
    taxClass: "",
    ...given,
  };
}

/** Returns a cart of these lines without coupons, delivery, fees and taxes, unless `given` says otherwise. */
export function inputOf(lines: readonly TotalsLine[], given: Partial<TotalsInput> = {}): TotalsInput {
  const taxes = { pricesInclude: true, rounding: "line" as const, rates: [] };
  return { lines, coupons: [], delivery: null, fees: [], taxes, ...given };
}

const id = fc.integer({ min: 1, max: 6 });
const amount = fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 1_000_000_000_000 }));
const quantity = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 1_000_000 }));
const taxClass = fc.constantFrom("", "", "reduced", null);
const charge = fc.record({ amount, taxClass });

/** Returns the highest quantity at this price: a line's total stays below a thousandth of the safe integers. */
const maxQuantityAt = (unitPrice: number) =>
  Math.min(Math.floor(Number.MAX_SAFE_INTEGER / 1000 / Math.max(unitPrice, 1)), 1_000_000);

/** Generates any valid cart line. */
export const anyLine: fc.Arbitrary<TotalsLine> = fc
  .record({
    productId: id,
    variationId: fc.option(id),
    unitPrice: amount,
    quantity,
    isOnSale: fc.boolean(),
    bulkOffer: fc.option(
      fc.record({
        pieces: fc.oneof(fc.integer({ min: 2, max: 7 }), fc.integer({ min: 2, max: 1_000_000 })),
        price: amount,
      }),
    ),
    taxClass,
  })
  .map((line) => ({ ...line, quantity: Math.min(line.quantity, maxQuantityAt(line.unitPrice)) }));

const anyCoupon = fc
  .record({
    kind: fc.constantFrom(
      "percent" as const,
      "fixed_cart" as const,
      "fixed_product" as const,
      "free_delivery" as const,
    ),
    amount,
    excludesReduced: fc.boolean(),
    productIds: fc.array(id, { maxLength: 2 }),
    excludedProductIds: fc.array(id, { maxLength: 2 }),
  })
  .map((given) =>
    couponOf({ ...given, amount: given.kind === "percent" ? (given.amount % 10_000) + 1 : given.amount }),
  );

/** Generates any cart: lines, coupons, delivery, fees and taxes. */
export const anyInput: fc.Arbitrary<TotalsInput> = fc.record({
  lines: fc.array(anyLine, { maxLength: 8 }),
  coupons: fc.array(anyCoupon, { maxLength: 4 }).map((all) => all.map((one, at) => ({ ...one, id: at + 1 }))),
  delivery: fc.option(charge),
  fees: fc.array(charge, { maxLength: 2 }),
  taxes: fc.record({
    pricesInclude: fc.boolean(),
    rounding: fc.constantFrom("line" as const, "total" as const),
    rates: fc.array(
      fc.record({
        id: fc.constant(1),
        label: fc.constant("GST"),
        taxClass: fc.constantFrom("", "reduced"),
        perMillion: fc.integer({ min: 0, max: 400_000 }),
        coversCharges: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
  }),
});
