import { expect, test } from "vitest";
import { cashOnDelivery } from "#extensions/cash-on-delivery/cash-on-delivery.ts";
import { defaultSettings, noon } from "../cart/cart.fixtures.ts";
import { methodOf, parcelOf } from "./delivery.fixtures.ts";
import { deliveryPromise } from "./delivery-promise.rules.ts";
import { offersFor } from "./offers.rules.ts";
import { statesOf } from "./states.rules.ts";
import { feesOf, usualDays, zonesInForce } from "./store-delivery.rules.ts";
import { zoneOf } from "./zones.rules.ts";

const settings = { ...defaultSettings, cod_fee: 60 };
const anywhere = { id: 1, name: "Anywhere", places: [] };
const [courier, pickup] = offersFor([methodOf(), methodOf({ kind: "local_pickup" })], parcelOf(), usualDays(settings));

test("a shop without zones delivers at its settings' price in its own country only", () => {
  const zones = zonesInForce([], { ...settings, shipping_title: "Post", shipping_price: 120 });
  const to = (country: string) => zoneOf({ country, state: "SD", city: "Karachi", postcode: "" }, zones);
  expect(offersFor(to("PK")?.methods ?? [], parcelOf({ pieces: 9 }), usualDays(settings))).toEqual([
    { id: "flat_rate:1", title: "Post", amount: 120, isPickup: false, days: { min: 2, max: 3 }, arrival: null },
  ]);
  expect(to("AE")).toBeUndefined();
  expect(zonesInForce([{ ...anywhere, methods: [] }], settings)).toHaveLength(1);
});

test("the cash-on-delivery fee applies neither to pickup, nor to downloads, nor to other payment methods", () => {
  const fee = [{ label: "Cash on delivery fee", amount: 60 }];
  expect(feesOf(cashOnDelivery, courier ?? null, 1, settings)).toEqual(fee);
  expect(feesOf(cashOnDelivery, courier ?? null, 0, settings)).toEqual([]);
  expect(feesOf(cashOnDelivery, pickup ?? null, 1, settings)).toEqual([]);
  expect(feesOf(cashOnDelivery, null, 1, settings)).toEqual([]);
  expect(feesOf({}, courier ?? null, 1, settings)).toEqual([]);
  expect(feesOf(cashOnDelivery, courier ?? null, 1, { ...settings, cod_fee: 0 })).toEqual([]);
});

test("a usual time with swapped limits is the longer one", () => {
  expect(usualDays({ ...settings, delivery_days_min: 5, delivery_days_max: 2 })).toEqual({ min: 5, max: 5 });
});

const zoneAt = (state: string, ...methods: Parameters<typeof methodOf>[0][]) => {
  const places = [{ country: state === "AE" ? "AE" : "PK", state: state === "AE" ? "" : state, city: "" }];
  return { id: 1, name: state, places, methods: methods.map(methodOf) };
};

test("no price is promised unless the whole of the store's country is served; other countries do not count", () => {
  const free = { price: 0 };
  const freeFrom = (...zones: ReturnType<typeof zoneAt>[]) => deliveryPromise(zones, settings, noon).freeFrom;
  expect(freeFrom(zoneAt("", free))).toBe(0);
  expect(freeFrom(zoneAt("", free), zoneAt("AE", {}))).toBe(0);
  expect(freeFrom(zoneAt("", free), zoneAt("GB"))).toBeNull();
  expect(freeFrom(zoneAt("", free), zoneAt("GB", { ...free, isEnabled: false }))).toBeNull();
  expect(freeFrom(zoneAt("", free), zoneAt("GB", { ...free, kind: "local_pickup" }))).toBeNull();
  expect(freeFrom(zoneAt("PB", free))).toBeNull();
  expect(freeFrom(zoneAt("PB", { freeFrom: 900 }))).toBeNull();
  expect(freeFrom(...[...(statesOf("PK")?.keys() ?? [])].map((state) => zoneAt(state, free)))).toBe(0);
});

test("a promise holds in all zones", () => {
  const promise = (...methods: Parameters<typeof methodOf>[0][][]) =>
    deliveryPromise(
      methods.map((given) => ({ ...anywhere, methods: given.map(methodOf) })),
      settings,
      noon,
    );
  const undated = { arrival: null, until: null };
  expect(deliveryPromise([], settings, noon)).toEqual({ days: { min: 2, max: 3 }, ...undated, freeFrom: 0 });
  expect(promise([{ price: 0 }], [{ freeFrom: 3000, days: { min: 1, max: 9 } }])).toEqual({
    days: { min: 1, max: 9 },
    ...undated,
    freeFrom: 3000,
  });
  expect(promise([{ price: 0 }], [{}]).freeFrom).toBeNull();
  expect(promise([{ kind: "local_pickup" }, { kind: "free_shipping", price: 0 }]).freeFrom).toBe(0);
  expect(promise([{}, { kind: "free_shipping", price: 0 }]).freeFrom).toBeNull();
  expect(promise([{}, { kind: "free_shipping", price: 0, freeFrom: 900 }]).freeFrom).toBe(900);
});
