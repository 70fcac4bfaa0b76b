import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { addProduct, codeOf, defaultSettings, noon, openSession } from "../../cart/cart.fixtures.ts";
import { getCart } from "../../cart/carts.ts";
import { addToCart } from "../../cart/lines/add-to-cart.ts";
import { addSana, signIn } from "../../cart/sana.fixtures.ts";
import { ayesha, checkoutOf } from "./checkout.fixtures.ts";
import type { Checkout } from "./checkout.ts";
import { placeOrder } from "./place-order.ts";
import { clearOldCheckoutTokens } from "./repeated-checkout.ts";

const minutesOn = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);
const elsewhere = { billing: { ...ayesha, address1: "Shop 3, Mall Road" }, shipping: null, note: "" };

let db: Database;
let productId: number;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});
beforeEach(async () => {
  await db.execute(sql`truncate users cascade`);
  productId = await addProduct(db, { managesStock: true, stockQuantity: 50 });
});

const place = (checkout: Checkout, now = noon) => placeOrder(db, checkout, defaultSettings, now);
const fill = (sessionId: number) =>
  addToCart(db, sessionId, { productId, variationId: null, quantity: 1, attributes: {} }, noon);
const hashOf = async (sessionId: number) => (await getCart(db, sessionId, defaultSettings, noon)).hash;

async function stockLeft(): Promise<number> {
  const { rows } = await db.execute<{ left: number }>(
    sql`select stock_quantity as left from products where id = ${productId}`,
  );
  return rows[0]?.left ?? Number.NaN;
}

test("two devices of one account sending five times each in parallel place one order, and all receive it", async () => {
  const user = await addSana(db);
  const devices = [(await signIn(db, user)).id, (await signIn(db, user)).id] as const;
  await fill(devices[0]);
  const seenHash = await hashOf(devices[1]);
  const pages = devices.map((sessionId) => checkoutOf(sessionId, { userId: user.id, seenHash }));
  const presses = Array.from({ length: 10 }, (_, press) => pages[press % 2] ?? checkoutOf(0));
  const placed = await Promise.all(presses.map((checkout) => place(checkout)));
  expect(new Set(placed.map(({ id, key }) => `${id} ${key}`)).size).toBe(1);
  expect(placed.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1);
  expect(await stockLeft()).toBe(49);
});

test("a token sent again with other content is refused, also after refilling the cart", async () => {
  const session = await openSession(db);
  await fill(session);
  const checkout = checkoutOf(session, { attempt: "a form" });
  const { id, key } = await place(checkout);
  const repeated = { code: "checkout_repeated", details: { id, key } };
  await expect(place({ ...checkout, form: elsewhere })).rejects.toMatchObject(repeated);
  await fill(session);
  await expect(place({ ...checkout, form: elsewhere })).rejects.toMatchObject(repeated);
  expect(await place(checkout)).toMatchObject({ id, isRepeat: true });
  expect(await place({ ...checkout, attempt: "another form" })).toMatchObject({ isRepeat: false });
  expect(await stockLeft()).toBe(48);
});

test("a repeated checkout returns its order even if it could not be placed any more", async () => {
  const session = await openSession(db);
  await fill(session);
  const checkout = checkoutOf(session);
  const { id } = await place(checkout);
  await fill(session);
  await db.execute(sql`update products set stock_quantity = 0 where id = ${productId}`);
  expect(await place(checkout)).toMatchObject({ id, isRepeat: true });
});

test("another tab with the same cart gets the order; one with another cart or address does not", async () => {
  const session = await openSession(db);
  await fill(session);
  const seenHash = await hashOf(session);
  const { id } = await place(checkoutOf(session, { seenHash }));
  expect(await place(checkoutOf(session, { seenHash }), minutesOn(60))).toMatchObject({ id, isRepeat: true });
  expect(await codeOf(place(checkoutOf(session, { seenHash, form: elsewhere })))).toBe("checkout_repeated");
  expect(await codeOf(place(checkoutOf(session, { seenHash: "0".repeat(32) })))).toBe("cart_empty");
  expect(await codeOf(place(checkoutOf(session, { seenHash }), minutesOn(25 * 60)))).toBe("cart_empty");
});

test("a stranger who sends another customer's token, cart and address learns nothing of the order", async () => {
  const session = await openSession(db);
  await fill(session);
  const checkout = checkoutOf(session, { seenHash: await hashOf(session) });
  await place(checkout);
  expect(await codeOf(place({ ...checkout, sessionId: await openSession(db) }))).toBe("cart_empty");
});

test("the database refuses to order the same cart twice", async () => {
  const session = await openSession(db);
  await fill(session);
  const { id } = await place(checkoutOf(session));
  const { rows } = await db.execute<{ versions: number }>(sql`select count(*)::int as versions from sessions s
    join orders o on o.cart_version = s.cart_version where o.id = ${id}`);
  expect(rows).toEqual([{ versions: 0 }]);
  await db.execute(sql`update sessions set cart_version = (select cart_version from orders where id = ${id})
    where id = ${session}`);
  await fill(session);
  expect(await codeOf(place(checkoutOf(session)))).toBe("cart_empty");
  expect(await stockLeft()).toBe(49);
});

test("a checkout token is remembered for a day", async () => {
  const session = await openSession(db);
  await fill(session);
  const checkout = checkoutOf(session);
  const { id } = await place(checkout);
  await clearOldCheckoutTokens(db, minutesOn(23 * 60), 500);
  expect(await place(checkout)).toMatchObject({ id });
  while ((await clearOldCheckoutTokens(db, minutesOn(25 * 60), 1)) === 1);
  expect(await codeOf(place(checkout))).toBe("cart_empty");
});
