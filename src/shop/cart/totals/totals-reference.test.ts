import fc from "fast-check";
import { expect, test } from "vitest";
import type { CartCoupon } from "../../coupons/coupon.ts";
import type { TaxRate, TaxRules } from "../../taxes/taxes.rules.ts";
import { anyInput } from "./totals.fixtures.ts";
import { type TotalsInput, type TotalsLine, totalsOf } from "./totals.rules.ts";

/** Calculates the same numbers naively, coupon by coupon and rate by rate, in BigInt. */
function naively(input: TotalsInput) {
  const { lines, coupons, delivery, fees, taxes } = input;
  const prices = lines.map((line) => BigInt(line.unitPrice) * BigInt(line.quantity) - savingOf(line));
  const left = [...prices];
  const takenBy = new Map<CartCoupon, bigint>();
  const order = ["fixed_product", "percent", "fixed_cart"];
  for (const coupon of [...coupons].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || a.id - b.id)) {
    const places = lines.flatMap((line, place) => (isFor(coupon, line) ? [place] : []));
    const offs = fullReductions(
      coupon,
      places.map((place) => ({
        price: prices[place] ?? 0n,
        left: left[place] ?? 0n,
        pieces: lines[place]?.quantity ?? 0,
      })),
    );
    let taken = 0n;
    for (const [index, place] of places.entries()) {
      const off = least(offs[index] ?? 0n, left[place] ?? 0n);
      left[place] = (left[place] ?? 0n) - off;
      taken += off;
    }
    takenBy.set(coupon, taken);
  }
  const charges = [...(delivery ? [delivery] : []), ...fees];
  const items = [
    ...lines.map((line, place) => ({ amount: left[place] ?? 0n, taxClass: line.taxClass, isCharge: false })),
    ...charges.map((charge) => ({ ...charge, amount: BigInt(charge.amount), isCharge: true })),
  ];
  const perRate = taxes.rates.map((rate) => taxOf(rate, items, taxes));
  const net = total(items.map((item) => item.amount));
  return {
    discounts: coupons.map((coupon) => takenBy.get(coupon) ?? 0n),
    lines: lines.map((_, place) => ({
      discount: (prices[place] ?? 0n) - (left[place] ?? 0n),
      tax: total(perRate.map((shares) => shares[place] ?? 0n)),
    })),
    taxes: perRate.map(total),
    total: taxes.pricesInclude ? net : net + total(perRate.map(total)),
  };
}

type Reduced = { price: bigint; left: bigint; pieces: number };

function fullReductions({ kind, amount }: CartCoupon, lines: readonly Reduced[]): bigint[] {
  const [prices, left] = [lines.map((line) => line.price), lines.map((line) => line.left)];
  if (kind === "fixed_product") return lines.map(({ pieces }) => BigInt(amount) * BigInt(pieces));
  if (kind === "percent") return dealt(nearest(total(prices) * BigInt(amount), 10_000n), prices);
  return kind === "fixed_cart" ? dealt(least(BigInt(amount), total(left)), left) : [];
}

type Item = { amount: bigint; taxClass: string | null; isCharge: boolean };

/**
 * Returns the tax of a rate per item: one fraction over all covered items, rounded once and distributed, or rounded per
 * item.
 */
function taxOf(rate: TaxRate, items: readonly Item[], { rates, pricesInclude, rounding }: TaxRules): bigint[] {
  const isOn = (item: Item, one: TaxRate) => one.taxClass === item.taxClass && (!item.isCharge || one.coversCharges);
  const parts = items.map((item) => {
    const included = pricesInclude ? rates.filter((one) => isOn(item, one)) : [];
    const whole = 1_000_000n + total(included.map((one) => BigInt(one.perMillion)));
    return { over: isOn(item, rate) ? item.amount * BigInt(rate.perMillion) : 0n, under: whole };
  });
  if (rounding === "line") return parts.map(({ over, under }) => nearest(over, under));
  const all = parts.reduce(
    (one, other) => ({ over: one.over * other.under + other.over * one.under, under: one.under * other.under }),
    { over: 0n, under: 1n },
  );
  return dealt(
    nearest(all.over, all.under),
    parts.map(({ over, under }) => (over * all.under) / under),
    all.under,
  );
}

const total = (amounts: readonly bigint[]) => amounts.reduce((sum, one) => sum + one, 0n);
const least = (one: bigint, other: bigint) => (one < other ? one : other);
const nearest = (numerator: bigint, denominator: bigint) => (2n * numerator + denominator) / (2n * denominator);

function savingOf({ unitPrice, quantity, bulkOffer }: TotalsLine): bigint {
  if (!bulkOffer) return 0n;
  const each = BigInt(unitPrice) * BigInt(bulkOffer.pieces) - BigInt(bulkOffer.price);
  return each > 0n ? each * (BigInt(quantity) / BigInt(bulkOffer.pieces)) : 0n;
}

function isFor(coupon: CartCoupon, line: TotalsLine): boolean {
  const ids = new Set([line.productId, line.variationId]);
  const isNamed = (named: readonly number[]) => named.some((id) => ids.has(id));
  if (coupon.excludesReduced && (line.isOnSale || savingOf(line) > 0n)) return false;
  return !isNamed(coupon.excludedProductIds) && (coupon.productIds.length === 0 || isNamed(coupon.productIds));
}

/** Distributes an amount: `weight * amount / all` whole units each, the rest by largest remainder. */
function dealt(amount: bigint, weights: readonly bigint[], under?: bigint): bigint[] {
  const all = under ?? total(weights);
  if (all === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) => (under === undefined ? amount * weight : weight));
  const shares = parts.map((part) => part / all);
  const rests = parts.map((part) => part % all);
  for (let left = amount - total(shares); left > 0n; left -= 1n) {
    const place = rests.reduce((best, rest, at) => (rest > (rests[best] ?? -1n) ? at : best), 0);
    shares[place] = (shares[place] ?? 0n) + 1n;
    rests[place] = -1n;
  }
  return shares;
}

test("discounts, taxes and total match a naive calculation in BigInt", () => {
  const inLarge = (amounts: readonly number[]) => amounts.map(BigInt);
  fc.assert(
    fc.property(anyInput, (input) => {
      const totals = totalsOf(input);
      expect({
        discounts: inLarge(totals.discounts),
        lines: totals.lines.map(({ discount, tax }) => ({ discount: BigInt(discount), tax: BigInt(tax) })),
        taxes: inLarge(totals.taxes),
        total: BigInt(totals.total),
      }).toEqual(naively(input));
    }),
    { numRuns: 500 },
  );
});
