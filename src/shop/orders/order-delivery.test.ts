import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { untilWaiting } from "../../../tests/support/lock-queue.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { addProduct, codeOf, defaultSettings, noon, openSession } from "../cart/cart.fixtures.ts";
import { saveCartDelivery } from "../cart/cart-delivery.ts";
import { getCart } from "../cart/carts.ts";
import { addToCart } from "../cart/lines/add-to-cart.ts";
import { removeDeliveryZone } from "../delivery/change-delivery.ts";
import { giveZone } from "../delivery/delivery.fixtures.ts";
import { ayesha, checkoutOf } from "./checkout/checkout.fixtures.ts";
import { placeOrder } from "./checkout/place-order.ts";
import type { Address } from "./order.ts";
import { getOrder } from "./orders.ts";

const settings = { ...defaultSettings, cod_fee: 75 };
const karachi: Address = { ...ayesha, city: "Karachi", state: "SD", postcode: "74000" };
const gilgit: Address = { ...ayesha, city: "Gilgit", state: "GB", postcode: "" };

let db: Database;
let session: number;
/** The methods' ids on the wire: three of Punjab, then one of Karachi. */
let ids: string[];
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});
beforeEach(async () => {
  await db.execute(sql`delete from delivery_zones`);
  const surcharges = { perItem: 10, perKilogram: 50, includedGrams: 1000 };
  ids = [
    ...(await giveZone(db, "Punjab", "PK:PB", [
      { ...surcharges, classPrices: [{ shippingClass: "bulky", price: 500 }], freeFrom: 9000 },
      { kind: "local_pickup", title: "Fetch it", price: 0 },
      { kind: "free_shipping", title: "Free", price: 0, freeFrom: 5000 },
    ])),
    ...(await giveZone(db, "Karachi", "PK::Karachi", [{ price: 350, days: { min: 5, max: 7 } }])),
  ];
  session = await openSession(db);
  await put({});
});

async function put(product: Parameters<typeof addProduct>[1], quantity = 1): Promise<void> {
  const productId = await addProduct(db, product);
  await addToCart(db, session, { productId, variationId: null, quantity, attributes: {} }, noon, { attempt: null });
}

const cart = () => getCart(db, session, settings, noon);
const place = (billing: Address, given: Parameters<typeof checkoutOf>[1] = {}) =>
  placeOrder(db, checkoutOf(session, { form: { billing, shipping: null, note: "" }, ...given }), settings, noon);
const placed = async (...given: Parameters<typeof place>) => getOrder(db, (await place(...given)).id, settings);

test("delivery cost follows place, pieces, weight and classes, and the order keeps method and time", async () => {
  await put({ shippingClass: " Bulky", weightGrams: 1100 }, 2);
  const order = await placed(ayesha);
  // 200, three pieces, two started kilograms beyond the first, and bulky once.
  const shipping = { title: "Courier", amount: 200 + 30 + 100 + 500, isPickup: false, days: { min: 2, max: 3 } };
  const fees = [{ label: "Cash on delivery fee", amount: 75 }];
  expect(order).toMatchObject({ subtotal: 3000, shipping, fees, total: 3905 });
  await put({});
  expect(await placed(karachi)).toMatchObject({ shipping: { amount: 350, days: { min: 5, max: 7 } }, total: 1425 });
});

test("changing or removing a zone changes no order", async () => {
  const { id, ...order } = await placed(ayesha);
  await removeDeliveryZone(db, "Punjab");
  expect(await getOrder(db, id, settings)).toMatchObject(order);
});

test("pickup needs no address and no courier fee, and keeps the account's address", async () => {
  const nowhere = { ...ayesha, address1: "", city: "", state: "", postcode: "" };
  expect(await codeOf(place(nowhere))).toBe("checkout_invalid");
  await saveCartDelivery(db, session, { destination: { country: "PK", state: "PB", city: "", postcode: "" } }, noon);
  const order = await placed(nowhere, { deliveryMethodId: ids[1] ?? "" });
  expect(order).toMatchObject({ shipping: { title: "Fetch it", amount: 0, isPickup: true, days: null }, fees: [] });
  expect(order.total).toBe(1000);
});

test("free delivery starts at the spend after coupons and offers, and the missing amount is shown", async () => {
  await put({ regularPrice: 3999 });
  await saveCartDelivery(db, session, { destination: { country: "PK", state: "PB", city: "", postcode: "" } }, noon);
  const { delivery } = await cart();
  expect(delivery).toMatchObject({ freeDeliveryGap: { from: 5000, missing: 1 }, chosen: { id: ids[0] } });
  expect(delivery?.offers.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  await put({ regularPrice: 1 });
  const reached = await cart();
  expect(reached.delivery).toMatchObject({ freeDeliveryGap: { missing: 0 } });
  expect(reached.delivery?.offers.map(({ id }) => id)).toEqual(ids.slice(0, 3));
  expect(await placed(ayesha, { deliveryMethodId: ids[2] ?? "" })).toMatchObject({
    shipping: { amount: 0 },
    total: 5075,
  });
});

test("without delivery there is no order; the field is reported and the cart shows the place", async () => {
  await expect(place(gilgit)).rejects.toMatchObject({
    code: "checkout_invalid",
    details: { "billing.city": "undelivered" },
  });
  const { destination, delivery, shipping, total } = await cart();
  expect(destination).toMatchObject({ city: "Gilgit" });
  expect([delivery?.offers, delivery?.isElsewhere, shipping, total]).toEqual([[], true, null, 1000]);
  const shippingTo = { billing: ayesha, shipping: gilgit, note: "" };
  await expect(place(ayesha, { form: shippingTo })).rejects.toMatchObject({
    details: { "shipping.city": "undelivered" },
  });
});

test("below a minimum spend for delivery, cart and refusal show the amount needed", async () => {
  await giveZone(db, "The north", "PK:GB", [{ kind: "free_shipping", title: "Free", price: 0, freeFrom: 5000 }]);
  await expect(place(gilgit)).rejects.toMatchObject({
    code: "delivery_below_spend",
    details: { amount: expect.stringContaining("5,000") },
  });
  expect((await cart()).delivery).toMatchObject({ offers: [], offeredFrom: 5000, freeDeliveryGap: { missing: 4000 } });
  await put({ regularPrice: 4000 });
  expect((await cart()).delivery?.offeredFrom).toBeNull();
  expect(await placed(gilgit)).toMatchObject({ shipping: { title: "Free", amount: 0 } });
});

test("an unavailable delivery method is replaced by the first, and a changed total is reported", async () => {
  await saveCartDelivery(
    db,
    session,
    { destination: { country: "PK", state: "PB", city: "Lahore", postcode: "" } },
    noon,
  );
  const seenHash = (await cart()).hash;
  const elsewhere = { seenHash, deliveryMethodId: ids[0] ?? "" };
  expect(await codeOf(place(karachi, elsewhere))).toBe("cart_changed");
  const shown = await cart();
  expect(shown).toMatchObject({ destination: { city: "Karachi" }, shipping: { id: ids[3] } });
  expect(await placed(karachi, { ...elsewhere, seenHash: shown.hash })).toMatchObject({ total: shown.total });
});

test("the collection fee applies only if there is money to collect", async () => {
  await giveZone(db, "The north", "PK:GB", [{ price: 0 }]);
  session = await openSession(db);
  await put({ regularPrice: 0 });
  expect(await placed(gilgit)).toMatchObject({ subtotal: 0, shipping: { amount: 0 }, fees: [], total: 0 });
  await put({ regularPrice: 1 });
  expect(await placed(gilgit)).toMatchObject({ fees: [{ amount: 75 }], total: 76 });
});

test("free pickup and free delivery are different carts", async () => {
  await db.execute(sql`update delivery_methods set price = 0, per_item = 0`);
  const known = { ...settings, cod_fee: 0 };
  const hashes = [];
  for (const methodId of [ids[0] ?? "", ids[1] ?? ""]) {
    await saveCartDelivery(
      db,
      session,
      { methodId, destination: { country: "PK", state: "PB", city: "", postcode: "" } },
      noon,
    );
    hashes.push((await getCart(db, session, known, noon)).hash);
  }
  expect(new Set(hashes).size).toBe(2);
});

test("an order waits for a concurrent change of its cart's delivery method and uses it", async () => {
  await saveCartDelivery(db, session, { methodId: ids[0] ?? "" }, noon);
  const { order } = await inTransaction(db, async (holder) => {
    await saveCartDelivery(holder, session, { methodId: ids[1] ?? "" }, noon);
    const order = placed(ayesha);
    await untilWaiting(db, 1);
    return { order };
  });
  expect(await order).toMatchObject({ shipping: { amount: 0, isPickup: true }, fees: [], total: 1000 });
});

test.each(["flat_rate:1\u0000", `flat_rate:${"9".repeat(60)}`, "flat_rate:999999", "'"])(
  "an invalid delivery method is not stored and does not replace the chosen one: %j",
  async (methodId) => {
    await saveCartDelivery(db, session, { methodId: ids[1] ?? "" }, noon);
    expect(await codeOf(place({ ...ayesha, firstName: "" }, { deliveryMethodId: methodId }))).toBe("checkout_invalid");
    expect((await cart()).shipping).toMatchObject({ id: ids[1] });
  },
);

test("any combination of place, delivery and payment gives an order with the right total or a refusal", async () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 90 }),
    fc.constantFrom("PK", "PB", "Lahore", "Karachi", ""),
  );
  const form = fc.record({
    country: fc.oneof(fc.constant("PK"), text),
    state: fc.oneof(fc.constantFrom("PB", "SD"), text),
    city: text,
    method: fc.oneof(fc.constantFrom(...ids), text),
    payment: fc.oneof(fc.constant("cod"), text),
  });
  const addsUp = async (id: number) => {
    const { subtotal, shipping, fees, total } = await getOrder(db, id, settings);
    const parts = [subtotal, shipping?.amount ?? Number.NaN, ...fees.map((fee) => fee.amount)];
    return parts.reduce((sum, part) => sum + part, 0) === total ? "adds up" : "does not add up";
  };
  await fc.assert(
    fc.asyncProperty(form, async ({ country, state, city, method, payment }) => {
      session = await openSession(db);
      await put({});
      const address = { ...ayesha, country, state, city, postcode: "" };
      const order = place(address, { deliveryMethodId: method, paymentMethodId: payment });
      const outcome = await order.then(
        ({ id }) => addsUp(id),
        (error: { code?: string }) => error.code ?? error,
      );
      expect(["adds up", "checkout_invalid", "payment_method_unknown"]).toContain(outcome);
    }),
    { numRuns: 60 },
  );
});

test("an order keeps the dates it was promised when cut-off and holidays change", async () => {
  // Saturday, 5 pm in Karachi.
  const dated = { ...settings, delivery_cutoff: "18:00", delivery_holidays: ["2026-11-24"] };
  const { id } = await placeOrder(
    db,
    checkoutOf(session, { form: { billing: ayesha, shipping: null, note: "" } }),
    dated,
    noon,
  );
  const { shipping } = await getOrder(db, id, { ...dated, delivery_cutoff: "08:00", delivery_holidays: [] });
  expect(shipping?.arrival).toEqual({ from: "2026-11-25", to: "2026-11-26" });
  const cartOf = (given: Partial<typeof dated>) => getCart(db, session, { ...dated, ...given }, noon);
  await put({});
  expect((await cartOf({})).holdsUntil).toEqual(new Date("2026-11-21T13:00:00Z"));
  expect((await cartOf({ delivery_cutoff: "" })).holdsUntil).toBeNull();
});
