import fc from "fast-check";
import { expect, test } from "vitest";
import type { CartCoupon } from "../coupons/coupon.ts";
import { anyInput } from "./totals.fixtures.ts";
import { type TotalsInput, type TotalsLine, totalsOf } from "./totals.rules.ts";

/** The same numbers found the slow way: piece by piece, minor unit by minor unit, in whole numbers of any size. */
function slowly({ lines, coupons, delivery, fees, taxes }: TotalsInput) {
  const prices = lines.map((line) => BigInt(line.unitPrice) * BigInt(line.quantity) - savingOf(line));
  const left = [...prices];
  const order = ["fixed_product", "percent", "fixed_cart"];
  for (const coupon of [...coupons].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || a.id - b.id)) {
    const places = lines.flatMap((line, place) => (isFor(coupon, line) ? [place] : []));
    const cut = (place: number, off: bigint) => (left[place] = (left[place] ?? 0n) - least(off, left[place] ?? 0n));
    if (coupon.kind === "fixed_product")
      for (const place of places) cut(place, BigInt(coupon.amount) * BigInt(lines[place]?.quantity ?? 0));
    if (coupon.kind === "percent") {
      const own = places.map((place) => prices[place] ?? 0n);
      const off = dealt(nearest(total(own) * BigInt(coupon.amount), 10_000n), own);
      for (const [index, place] of places.entries()) cut(place, off[index] ?? 0n);
    }
    if (coupon.kind === "fixed_cart") {
      const own = places.map((place) => left[place] ?? 0n);
      const off = dealt(least(BigInt(coupon.amount), total(own)), own);
      for (const [index, place] of places.entries()) cut(place, off[index] ?? 0n);
    }
  }
  const isFreed = coupons.some((coupon) => coupon.kind === "free_delivery");
  const charges = [...(delivery ? [{ ...delivery, amount: isFreed ? 0 : delivery.amount }] : []), ...fees];
  const items = [
    ...lines.map((line, place) => ({ amount: left[place] ?? 0n, taxClass: line.taxClass, isCharge: false })),
    ...charges.map((charge) => ({ ...charge, amount: BigInt(charge.amount), isCharge: true })),
  ];
  const tax = total(
    (taxes.rounding === "line" ? items : together(items)).map(({ amount, taxClass, isCharge }) => {
      const rates = taxes.rates.filter((rate) => rate.taxClass === taxClass && (!isCharge || rate.coversCharges));
      const all = total(rates.map((rate) => BigInt(rate.perMillion)));
      if (taxes.pricesInclude) return nearest(amount * all, 1_000_000n + all);
      return total(rates.map((rate) => nearest(amount * BigInt(rate.perMillion), 1_000_000n)));
    }),
  );
  const net = total(items.map((item) => item.amount));
  return { discount: total(prices) - total(left), tax, total: taxes.pricesInclude ? net : net + tax };
}

type Item = { amount: bigint; taxClass: string | null; isCharge: boolean };

function together(items: readonly Item[]): Item[] {
  const kinds = [...new Set(items.map((item) => `${item.taxClass} ${item.isCharge}`))];
  return kinds.map((kind) => {
    const own = items.filter((item) => `${item.taxClass} ${item.isCharge}` === kind);
    return { taxClass: null, isCharge: false, ...own[0], amount: total(own.map((item) => item.amount)) };
  });
}

const total = (amounts: readonly bigint[]) => amounts.reduce((sum, one) => sum + one, 0n);
const least = (one: bigint, other: bigint) => (one < other ? one : other);
const nearest = (numerator: bigint, denominator: bigint) => (2n * numerator + denominator) / (2n * denominator);

function savingOf({ unitPrice, quantity, bulkOffer }: TotalsLine): bigint {
  let saving = 0n;
  if (bulkOffer)
    for (let pieces = bulkOffer.pieces; pieces <= quantity; pieces += bulkOffer.pieces)
      saving += BigInt(Math.max(unitPrice * bulkOffer.pieces - bulkOffer.price, 0));
  return saving;
}

function isFor(coupon: CartCoupon, line: TotalsLine): boolean {
  const ids = new Set([line.productId, line.variationId]);
  const isNamed = (named: readonly number[]) => named.some((id) => ids.has(id));
  if (coupon.excludesReduced && (line.isOnSale || savingOf(line) > 0n)) return false;
  return !isNamed(coupon.excludedProductIds) && (coupon.productIds.length === 0 || isNamed(coupon.productIds));
}

/** An amount dealt out in proportion: what is left over goes to the greatest remainders. */
function dealt(amount: bigint, weights: readonly bigint[]): bigint[] {
  const all = total(weights);
  if (all === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) => (amount * weight) / all);
  const rests = weights.map((weight) => (amount * weight) % all);
  for (let left = amount - total(shares); left > 0n; left -= 1n) {
    const place = rests.reduce((best, rest, at) => (rest > (rests[best] ?? -1n) ? at : best), 0);
    shares[place] = (shares[place] ?? 0n) + 1n;
    rests[place] = -1n;
  }
  return shares;
}

test("discount, tax and total are those of a slow reckoning in whole numbers of any size", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const { discount, tax, total: sum } = totalsOf(input);
      expect({ discount: BigInt(discount), tax: BigInt(tax), total: BigInt(sum) }).toEqual(slowly(input));
    }),
    { numRuns: 500 },
  );
});
