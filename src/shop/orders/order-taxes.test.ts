import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { addProduct, defaultSettings, noon, openSession } from "../cart/cart.fixtures.ts";
import { saveCartDelivery } from "../cart/cart-delivery.ts";
import { getCart } from "../cart/carts.ts";
import { addToCart } from "../cart/lines/add-to-cart.ts";
import { giveZone } from "../delivery/delivery.fixtures.ts";
import { type Destination, readDestination } from "../delivery/destination.ts";
import type { TaxedSettings } from "../taxes/tax-terms.rules.ts";
import { ayesha, checkoutOf } from "./checkout/checkout.fixtures.ts";
import { placeOrder } from "./checkout/place-order.ts";
import { getOrder } from "./orders.ts";

const rate = { taxClass: "", coversCharges: true, country: "PK", city: "" };
/** A shop in Punjab: 17 % in the country, 2 % more in the province. */
const settings: TaxedSettings = {
  ...defaultSettings,
  prices_include_tax: "no",
  prices_shown: "excluding",
  store_state: "PB",
  taxRates: [
    { ...rate, id: 1, label: "GST", perMillion: 170_000, state: "" },
    { ...rate, id: 2, label: "Levy", perMillion: 20_000, state: "PB" },
  ],
};
const abroad: Destination = { country: "AE", state: "", city: "", postcode: "" };
const karachi: Destination = { country: "PK", state: "SD", city: "Karachi", postcode: "" };

let db: Database;
let session: number;
let pickup: string;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});
beforeEach(async () => {
  await db.execute(sql`delete from delivery_zones`);
  const methods = [{}, { kind: "local_pickup", title: "Fetch it", price: 0 } as const];
  [, pickup = ""] = await giveZone(db, "Everywhere", "", methods);
  session = await openSession(db);
});

async function put(given: Parameters<typeof addProduct>[1] = {}): Promise<void> {
  const productId = await addProduct(db, given);
  await addToCart(db, session, { productId, variationId: null, quantity: 1, attributes: {} }, noon, { attempt: null });
}

/** Returns the tax of the cart, and of an order whose form names only a country. */
async function taxes(methodId: string | null, country = "PK"): Promise<number[]> {
  const { tax } = await getCart(db, session, settings, noon);
  const billing = { ...ayesha, country, address1: "", city: "", state: "", postcode: "" };
  const form = { billing, shipping: null, note: "" };
  const { id } = await placeOrder(db, checkoutOf(session, { form, deliveryMethodId: methodId }), settings, noon);
  return [tax, (await getOrder(db, id, settings)).tax];
}

test.each([abroad, karachi])("pickup is taxed at the store, whatever the destination: $country", async (place) => {
  await put();
  await saveCartDelivery(db, session, { destination: place, methodId: pickup }, noon);
  expect(await taxes(pickup)).toEqual([190, 190]);
});

test("a download is taxed by its form's country; a country chosen earlier does not count", async () => {
  await put({ isVirtual: true, isDownloadable: true });
  await saveCartDelivery(db, session, { destination: abroad }, noon);
  expect((await taxes(null))[1]).toBe(170);
});

test("the amount missing to free delivery is the increase needed in the shown subtotal", async () => {
  await db.execute(sql`update delivery_methods set free_from = 3340 where kind = 'flat_rate'`);
  const shown: TaxedSettings = { ...settings, prices_shown: "including", taxRates: settings.taxRates.slice(0, 1) };
  const way = async () => {
    const { subtotal, delivery, shipping } = await getCart(db, session, shown, noon);
    return [subtotal, delivery?.freeDeliveryGap?.missing, shipping?.amount];
  };
  await put({ regularPrice: 2000 });
  expect(await way()).toEqual([2340, 1000, 234]);
  await put({ regularPrice: 854 });
  expect(await way()).toEqual([3339, 1, 234]);
  await put({ regularPrice: 1 });
  expect(await way()).toEqual([3340, 0, 0]);
});

test("the chosen delivery method costs the same in the list of methods and in the sums", async () => {
  await db.execute(sql`update delivery_methods set price = 255 where kind = 'flat_rate'`);
  await giveZone(db, "Karachi", "PK::Karachi", [{ price: 255 }, { price: 255, title: "Other" }]);
  const turned: TaxedSettings = { ...settings, prices_include_tax: "yes", tax_rounding: "total" };
  await put({ regularPrice: 995 });
  const { delivery, shipping, total } = await getCart(db, session, turned, noon);
  expect(delivery?.offers[0]?.amount).toBe(shipping?.amount);
  expect(delivery?.chosen?.amount).toBe(shipping?.amount);
  expect([shipping?.amount, total]).toEqual([214, 1250]);
});

test("no request accepts a country without delivery", () => {
  expect(readDestination(abroad, ["PK"])).toBeNull();
  expect(readDestination({ ...karachi, country: "pk" }, ["PK"])).toEqual(karachi);
});
