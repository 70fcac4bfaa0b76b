import fc from "fast-check";
import { expect, test } from "vitest";
import { minus, sum } from "#platform/money.ts";
import { priceShower } from "../../taxes/tax-terms.rules.ts";
import { checkCoupons } from "../coupons/check-coupons.ts";
import { totalsAsShown } from "./shown-totals.rules.ts";
import { anyInput, anyLine, couponOf, inputOf, lineOf } from "./totals.fixtures.ts";
import { afterOffers, type TotalsLine, totalsOf } from "./totals.rules.ts";

const rupees = { code: "PKR", symbol: "Rs", minorUnit: 0 };

test("the parts add up to the total, and per-line, per-coupon and per-rate amounts to their sums", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const totals = totalsOf(input);
      const added = totals.isTaxIncluded ? 0 : totals.tax;
      const parts = [totals.delivery, totals.fees, added, totals.subtotal];
      expect(totals.total).toBe(minus(minus(sum(parts), totals.offerSaving), totals.discount));
      expect(sum(totals.lines.map((line) => line.price))).toBe(totals.subtotal);
      expect(sum(totals.lines.map((line) => line.offerSaving))).toBe(totals.offerSaving);
      expect(sum(totals.lines.map((line) => line.discount))).toBe(totals.discount);
      expect(sum(totals.discounts)).toBe(totals.discount);
      expect(sum(totals.taxes)).toBe(totals.tax);
    }),
  );
});

test("amounts are whole and never negative, and neither is what a line costs", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const {
        lines,
        discounts,
        taxes,
        feeTaxes,
        feeAmounts,
        taxesOnCharges,
        isTaxIncluded: _,
        ...sums
      } = totalsOf(input);
      const amounts = [
        ...Object.values(sums),
        ...discounts,
        ...taxes,
        ...feeTaxes,
        ...feeAmounts,
        ...taxesOnCharges,
        ...lines.flatMap((line) => Object.values(line)),
      ];
      expect(amounts.filter((amount) => !Number.isSafeInteger(amount) || amount < 0)).toEqual([]);
      expect(lines.filter((line) => line.offerSaving + line.discount > line.price)).toEqual([]);
    }),
  );
});

/** Returns the price of a line after its offer. */
const costOf = (line: TotalsLine) => afterOffers([line])[0]?.price ?? 0;

test("one piece more never costs less, unless it completes an offer; a whole offer more never does", () => {
  fc.assert(
    fc.property(anyLine, fc.integer({ min: 0, max: 1_000_000 }), (line, above) => {
      const pieces = line.bulkOffer?.pieces ?? 2;
      fc.pre(line.unitPrice * (line.quantity + pieces) <= Number.MAX_SAFE_INTEGER);
      const more = (by: number, own = line) => costOf({ ...own, quantity: own.quantity + by });
      expect(more(pieces)).toBeGreaterThanOrEqual(costOf(line));
      const fair = { ...line, bulkOffer: { pieces, price: line.unitPrice * (pieces - 1) + above } };
      expect(more(1, fair)).toBeGreaterThanOrEqual(costOf(fair));
      expect(costOf(line)).toBeLessThanOrEqual(line.unitPrice * line.quantity);
    }),
  );
});

test("without coupons another line never lowers the total, and coupons never raise it", () => {
  fc.assert(
    fc.property(anyInput, anyLine, (input, line) => {
      const without = totalsOf({ ...input, coupons: [] });
      expect(totalsOf(input).total).toBeLessThanOrEqual(without.total);
      const longer = { ...input, lines: [...input.lines, line], coupons: [] };
      expect(totalsOf(longer).total).toBeGreaterThanOrEqual(without.total);
    }),
  );
});

const codesOf = (refused: ReturnType<typeof checkCoupons>["refused"]) => refused.map(({ refusal }) => refusal.code);

test("a coupon's minimum and maximum apply to the spend after offers, both inclusive", () => {
  const step = fc.integer({ min: -2, max: 2 });
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 8 }), step, step, (lines, below, above) => {
      const { subtotal, offerSaving } = totalsOf(inputOf(lines));
      const spend = minus(subtotal, offerSaving);
      fc.pre(spend + Math.min(below, above) >= 0);
      const coupon = couponOf({ minimumSpend: spend + below, maximumSpend: spend + above });
      const { applicable, refused } = checkCoupons([coupon], lines, rupees, new Date(0));
      // Within its limits it behaves as an unlimited coupon, which takes nothing off a free cart.
      const unbound = checkCoupons([couponOf({})], lines, rupees, new Date(0)).refused;
      const why = below > 0 ? ["coupon_minimum"] : above < 0 ? ["coupon_maximum"] : codesOf(unbound);
      expect(codesOf(refused)).toEqual(why);
      expect(applicable).toEqual(why.length > 0 ? [] : [coupon]);
    }),
  );
});

test("the order in which coupons were entered does not matter", () => {
  fc.assert(
    fc.property(anyInput, fc.func(fc.integer()), (input, place) => {
      const shuffled = [...input.coupons].sort((one, other) => place(one.id) - place(other.id));
      const [first, second] = [totalsOf(input), totalsOf({ ...input, coupons: shuffled })];
      const byId = (coupons: typeof shuffled, amounts: readonly number[]) =>
        Object.fromEntries(coupons.map((coupon, index) => [coupon.id, amounts[index]]));
      expect(byId(shuffled, second.discounts)).toEqual(byId([...input.coupons], first.discounts));
      expect({ ...second, discounts: [] }).toEqual({ ...first, discounts: [] });
    }),
  );
});

test("the same input gives the same output and is not modified", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const copy = structuredClone(input);
      expect(totalsOf(input)).toEqual(totalsOf(copy));
      expect(input).toEqual(copy);
    }),
  );
});

test("a third off three lines of one rupee is one rupee, not three amounts rounded to zero", () => {
  const lines = [lineOf({ unitPrice: 1 }), lineOf({ unitPrice: 1 }), lineOf({ unitPrice: 1 })];
  const totals = totalsOf(inputOf(lines, { coupons: [couponOf({ amount: 3333 })] }));
  expect(totals).toMatchObject({ subtotal: 3, discount: 1, total: 2 });
  expect(totals.lines.map((line) => line.discount)).toEqual([1, 0, 0]);
});

test("two bottles for 5,499 save 499 and a third costs its price; a lower sale price beats the offer", () => {
  const bottle = { unitPrice: 2999, bulkOffer: { pieces: 2, price: 5499 } };
  expect(totalsOf(inputOf([lineOf({ ...bottle, quantity: 2 })]))).toMatchObject({ subtotal: 5998, total: 5499 });
  expect(totalsOf(inputOf([lineOf({ ...bottle, quantity: 3 })]))).toMatchObject({ offerSaving: 499, total: 8498 });
  const onSale = lineOf({ ...bottle, unitPrice: 2500, quantity: 2, isOnSale: true });
  expect(totalsOf(inputOf([onSale]))).toMatchObject({ offerSaving: 0, total: 5000 });
});

test("a full-price coupon skips lines on sale and lines with an offer that saves", () => {
  const lines = [
    lineOf({ isOnSale: true }),
    lineOf({ quantity: 2, bulkOffer: { pieces: 2, price: 1500 } }),
    lineOf({ bulkOffer: { pieces: 2, price: 1500 } }),
  ];
  const totals = totalsOf(inputOf(lines, { coupons: [couponOf({ excludesReduced: true })] }));
  expect(totals.lines.map((line) => line.discount)).toEqual([0, 0, 100]);
});

test("coupons worth more than the cart take all of it and no more", () => {
  const coupons = [
    couponOf({ id: 1, kind: "fixed_cart", amount: 700 }),
    couponOf({ id: 2, kind: "fixed_product", amount: 600 }),
  ];
  const totals = totalsOf(inputOf([lineOf()], { coupons, delivery: { amount: 200, taxClass: "" } }));
  expect(totals).toMatchObject({ discounts: [400, 600], discount: 1000, delivery: 200, total: 200 });
});

test("coupons and offers beyond safe amounts take what there is and no more", () => {
  const many = lineOf({ unitPrice: 9008, quantity: 1_000_000 });
  const large = couponOf({ kind: "fixed_product", amount: 9_007_500_000 });
  expect(totalsOf(inputOf([many], { coupons: [large] }))).toMatchObject({ discount: 9_008_000_000, total: 0 });
  const dear = lineOf({ unitPrice: 10_000_000_000, bulkOffer: { pieces: 1_000_000, price: 5 } });
  expect(totalsOf(inputOf([dear]))).toMatchObject({ offerSaving: 0, total: 10_000_000_000 });
});

const gst = { id: 1, label: "GST", taxClass: "", perMillion: 170_000, coversCharges: true };
const fee = { amount: 50, taxClass: null };

test("taxes are added to prices without tax and included in others; charges without a tax class have none", () => {
  const lines = [lineOf({ unitPrice: 1000 }), lineOf({ unitPrice: 500, taxClass: "zero" })];
  const delivery = { amount: 100, taxClass: "" };
  const without = { pricesInclude: false, rounding: "line" as const, rates: [gst] };
  const input = inputOf(lines, { delivery, fees: [fee], taxes: without });
  expect(totalsOf(input)).toMatchObject({ tax: 187, total: 1837 });
  const inside = totalsOf({ ...input, taxes: { ...without, pricesInclude: true } });
  expect(inside).toMatchObject({ tax: 160, isTaxIncluded: true, total: 1650 });
});

test("three taxes of 0.34 are zero when rounded per line and one when rounded per total", () => {
  const lines = [2, 2, 2].map((unitPrice) => lineOf({ unitPrice }));
  const per = (rounding: "line" | "total") =>
    totalsOf(inputOf(lines, { taxes: { pricesInclude: false, rounding, rates: [gst] } }));
  expect(per("line")).toMatchObject({ tax: 0, total: 6 });
  expect(per("total")).toMatchObject({ tax: 1, total: 7 });
  expect(per("total").lines.map((line) => line.tax)).toEqual([1, 0, 0]);
});

test("a rate is rounded once over goods, delivery and fees, and its parts add up to it", () => {
  const charged = { delivery: { amount: 2, taxClass: "" }, fees: [{ amount: 2, taxClass: "" }] };
  const taxes = { pricesInclude: false, rounding: "total" as const, rates: [gst] };
  expect(totalsOf(inputOf([lineOf({ unitPrice: 8 })], { ...charged, fees: [], taxes }))).toMatchObject({
    tax: 2,
    total: 12,
  });
  const goodsOnly = { ...gst, id: 2, label: "Levy", coversCharges: false };
  const both = inputOf([lineOf({ unitPrice: 8 })], { ...charged, taxes: { ...taxes, rates: [gst, goodsOnly] } });
  expect(totalsOf(both)).toMatchObject({ taxes: [2, 1], tax: 3, total: 15 });
});

test.each([
  ["line", "as they were entered"],
  ["line", "the other way"],
  ["total", "as they were entered"],
  ["total", "the other way"],
] as const)(
  "a cart of 20 lines with 3 coupons and 3 taxes is calculated in less than 0.2 ms, rounded by %s, prices shown %s",
  (rounding, how) => {
    const lines = Array.from({ length: 20 }, (_, at) =>
      lineOf({ productId: at, unitPrice: 999 + at, quantity: at + 1, bulkOffer: { pieces: 3, price: 2500 } }),
    );
    const coupons = [
      couponOf({ id: 1, productIds: [1, 2, 3, 4, 5, 6] }),
      couponOf({ id: 2, kind: "fixed_cart", amount: 5000 }),
      couponOf({ id: 3, kind: "fixed_product", amount: 10 }),
    ];
    const rates = [gst, { ...gst, label: "Levy", perMillion: 20_000 }, { ...gst, taxClass: "reduced" }];
    const input = inputOf(lines, { coupons, taxes: { pricesInclude: true, rounding, rates } });
    const show = how === "the other way" ? priceShower(input.taxes, false) : null;
    const reckon = () => {
      const totals = totalsOf(input);
      return show ? totalsAsShown(totals, input, show) : totals;
    };
    for (let round = 0; round < 2000; round += 1) reckon();
    const times = Array.from({ length: 200 }, () => {
      const start = performance.now();
      reckon();
      return performance.now() - start;
    }).sort((one, other) => one - other);
    const median = times[100] ?? 0;
    console.log(
      `totals of 20 lines, 3 coupons and 3 taxes by ${rounding}, shown ${how}: ${median.toFixed(3)} ms (median of 200)`,
    );
    expect(median).toBeLessThan(0.2);
  },
);
