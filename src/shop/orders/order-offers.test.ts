import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { sumRows } from "#storefront/cart/fragments/sum-rows.ts";
import { localeOf } from "#storefront/layout/fragments/locale-of.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { addProduct, addSizes, defaultSettings, noon, openSession } from "../cart/cart.fixtures.ts";
import { getCart } from "../cart/carts.ts";
import { applyCoupon } from "../cart/coupons/apply-coupon.ts";
import { addToCart } from "../cart/lines/add-to-cart.ts";
import { giveCoupon } from "../coupons/coupon.fixtures.ts";
import { shopperOf } from "../coupons/shopper.ts";
import { checkoutOf } from "./checkout/checkout.fixtures.ts";
import { placeOrder } from "./checkout/place-order.ts";
import { getOrder } from "./orders.ts";

let db: Database;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});

const put = (session: number, productId: number, quantity: number) =>
  addToCart(db, session, { productId, variationId: null, quantity, attributes: {} }, noon);

const twoFor = (offerPrice: number) => ({ offerPieces: 2, offerPrice });

test("two bottles for 5,499: cart and order show the offer in its own row, and a coupon applies to the rest", async () => {
  const session = await openSession(db);
  await put(session, await addProduct(db, { name: "Zinc", regularPrice: 2999, ...twoFor(5499) }), 3);
  const entry = { sessionId: session, code: await giveCoupon(db), shopper: shopperOf(null, "", ""), email: "", ip: "" };
  await applyCoupon(db, entry, defaultSettings, noon);
  const sums = {
    subtotal: 8997,
    offerSaving: 499,
    offers: [{ name: "Zinc", pieces: 2, price: 5499, saving: 499 }],
    discount: 850,
    total: 7648,
  };
  expect(await getCart(db, session, defaultSettings, noon)).toMatchObject(sums);
  const { id } = await placeOrder(db, checkoutOf(session), defaultSettings, noon);
  expect(await getOrder(db, id, defaultSettings)).toMatchObject(sums);
});

test("a variation has its own offer, else its product's; an offer that saves nothing is ignored", async () => {
  const own = await addSizes(db, twoFor(1500), { regularPrice: 1000, ...twoFor(1800) });
  const inherited = await addSizes(db, twoFor(1500), { regularPrice: 1000 });
  const session = await openSession(db);
  await put(session, own.small, 2);
  await put(session, inherited.small, 2);
  await put(session, await addProduct(db, { regularPrice: 1000, salePrice: 700, ...twoFor(1500) }), 2);
  const { lines } = await getCart(db, session, defaultSettings, noon);
  expect(lines.map(({ offer }) => offer?.saving)).toEqual([200, 500, undefined]);
});

test("two variations with one offer are two rows with their own names, in the cart and in the order", async () => {
  const { small, large } = await addSizes(db, { name: "Socks" }, { regularPrice: 1000, ...twoFor(1500) });
  const session = await openSession(db);
  for (const id of [small, large]) await put(session, id, 2);
  const rows = ["Socks, Small", "Socks, Large"].map((name) => ({ name, pieces: 2, price: 1500, saving: 500 }));
  const cart = await getCart(db, session, defaultSettings, noon);
  expect(cart.offers).toEqual(rows);
  const { id } = await placeOrder(db, checkoutOf(session), defaultSettings, noon);
  expect((await getOrder(db, id, defaultSettings)).offers).toEqual(rows);
  const keys = sumRows(cart, localeOf("en", cart.currency)).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

test("an order can have fees and taxes included or on top, and its sums must add up", async () => {
  const session = await openSession(db);
  await put(session, await addProduct(db), 1);
  const { id } = await placeOrder(db, checkoutOf(session), defaultSettings, noon);
  const set = (columns: string) => db.execute(sql.raw(`update orders set ${columns} where id = ${id}`));
  await set("is_tax_included = true, tax_total = 145, shipping_tax = 20");
  expect(await getOrder(db, id, defaultSettings)).toMatchObject({ tax: 145, isTaxIncluded: true, total: 1000 });
  await set("is_tax_included = false, fee_total = 50, total = 1195");
  await db.execute(sql`insert into order_fees values (${id}, 0, 'Gift wrap', 50)`);
  const fees = [{ label: "Gift wrap", amount: 50 }];
  expect(await getOrder(db, id, defaultSettings)).toMatchObject({ tax: 145, fees, shippingTax: 20, total: 1195 });
  for (const wrong of ["fee_total = 51", "is_tax_included = true", "shipping_tax = 146", "total = 1194"])
    await expect(set(wrong)).rejects.toThrow("Failed query");
});
