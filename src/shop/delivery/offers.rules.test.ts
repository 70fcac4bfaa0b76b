import fc from "fast-check";
import { expect, test } from "vitest";
import { methodOf, parcelOf } from "./delivery.fixtures.ts";
import type { DeliveryMethod } from "./delivery.ts";
import { chooseOffer, freeDeliveryGap, maxDeliveryPrice, offersFor } from "./offers.rules.ts";

const usual = { min: 2, max: 3 };
const amount = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 2000 }),
  fc.integer({ min: 0, max: maxDeliveryPrice }),
);
const shippingClass = fc.constantFrom("", "bulky", "fragile");
const parcel = fc.record({
  pieces: fc.integer({ min: 1, max: 200_000_000 }),
  grams: fc.oneof(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })),
  classes: fc.uniqueArray(shippingClass, { maxLength: 3 }),
  spend: fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })),
});
const method: fc.Arbitrary<DeliveryMethod> = fc
  .record({
    kind: fc.constantFrom("flat_rate" as const, "free_shipping" as const, "local_pickup" as const),
    isEnabled: fc.boolean(),
    price: amount,
    perItem: amount,
    perKilogram: amount,
    includedGrams: fc.integer({ min: 0, max: 5000 }),
    classPrices: fc.uniqueArray(fc.record({ shippingClass: fc.constantFrom("bulky", "fragile"), price: amount }), {
      selector: (one) => one.shippingClass,
    }),
    freeFrom: fc.option(fc.integer({ min: 0, max: 3000 })),
  })
  .map((given) => {
    const free = { price: 0, perItem: 0, perKilogram: 0, classPrices: [] };
    if (given.kind === "free_shipping") return methodOf({ ...given, ...free });
    return methodOf(given.kind === "local_pickup" ? { ...given, freeFrom: null } : given);
  });
const methods = fc.array(method, { maxLength: 5 }).map((all) => all.map((one, at) => ({ ...one, id: at + 1 })));

/** Calculates a method's price naively in BigInt; null: not offered. */
function naivePrice(
  one: DeliveryMethod,
  { pieces, grams, classes, spend }: ReturnType<typeof parcelOf>,
): bigint | null {
  const isReached = one.freeFrom !== null && spend >= one.freeFrom;
  if (!one.isEnabled || (one.kind === "free_shipping" && one.freeFrom !== null && !isReached)) return null;
  if (isReached) return 0n;
  const beyond = BigInt(grams) - BigInt(one.includedGrams);
  const kilograms = beyond > 0n ? (beyond + 999n) / 1000n : 0n;
  let price = BigInt(one.price) + BigInt(one.perItem) * BigInt(pieces) + BigInt(one.perKilogram) * kilograms;
  for (const { shippingClass, price: more } of one.classPrices)
    if (classes.includes(shippingClass)) price += BigInt(more);
  return price > BigInt(maxDeliveryPrice) ? BigInt(maxDeliveryPrice) : price;
}

test("offers, their order and prices match a naive calculation in BigInt", () => {
  fc.assert(
    fc.property(methods, parcel, (all, parcel) => {
      const expected = all.flatMap((one) => {
        const price = naivePrice(one, parcel);
        return price === null ? [] : [[`${one.kind}:${one.id}`, price] as const];
      });
      expect(offersFor(all, parcel, usual).map(({ id, amount }) => [id, BigInt(amount)])).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
});

test("spending exactly the missing amount makes delivery free; spending less does not", () => {
  fc.assert(
    fc.property(methods, parcel, (all, parcel) => {
      const way = freeDeliveryGap(all, parcel);
      fc.pre(way !== null);
      const isFree = (spend: number) =>
        offersFor(all, { ...parcel, spend }, usual).some(({ id, amount, isPickup }) => {
          const one = all.find((each) => id.endsWith(`:${each.id}`));
          return amount === 0 && !isPickup && one?.freeFrom !== null;
        });
      expect(isFree(Math.max(way?.from ?? 0, parcel.spend))).toBe(true);
      expect(way?.missing).toBe(Math.max(0, (way?.from ?? 0) - parcel.spend));
      expect((way?.missing ?? 0) > 0 && isFree(parcel.spend)).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

test("the chosen method is kept while it is offered, else the first is used", () => {
  const offers = offersFor([methodOf({ id: 4 }), methodOf({ id: 7 })], parcelOf(), usual);
  expect(chooseOffer(offers, "flat_rate:7")?.id).toBe("flat_rate:7");
  for (const gone of [null, "flat_rate:9", "nonsense"]) expect(chooseOffer(offers, gone)?.id).toBe("flat_rate:4");
  expect(chooseOffer([], "flat_rate:7")).toBeNull();
});

test("a delivery takes the usual time unless its method sets one; pickup shows none", () => {
  const own = { min: 1, max: 1 };
  const all = [methodOf(), methodOf({ days: own }), methodOf({ kind: "local_pickup" })];
  expect(offersFor(all, parcelOf(), usual).map(({ days }) => days)).toEqual([usual, own, null]);
});

test("no amount is missing to free delivery if a method is already free", () => {
  const bounded = methodOf({ freeFrom: 3000 });
  expect(freeDeliveryGap([bounded], parcelOf({ spend: 2499 }))).toEqual({ from: 3000, missing: 501 });
  expect(freeDeliveryGap([bounded, methodOf({ id: 2, price: 0 })], parcelOf())).toBeNull();
  expect(freeDeliveryGap([methodOf({ kind: "local_pickup", price: 0 }), bounded], parcelOf())).not.toBeNull();
});
