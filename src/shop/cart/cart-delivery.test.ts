import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { untilWaiting } from "../../../tests/support/lock-queue.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import type { User } from "../accounts/user.ts";
import type { Destination } from "../delivery/destination.ts";
import { ayesha, checkoutOf } from "../orders/checkout/checkout.fixtures.ts";
import { placeOrder } from "../orders/checkout/place-order.ts";
import { saveAddress } from "../orders/user-addresses.ts";
import { addProduct, defaultSettings, noon, openSession } from "./cart.fixtures.ts";
import { saveCartDelivery } from "./cart-delivery.ts";
import { withCartLocked } from "./cart-lock.ts";
import { getCart } from "./carts.ts";
import { addToCart } from "./lines/add-to-cart.ts";
import { listStoredLines } from "./lines/stored-lines.ts";
import { addOnlySana, signIn as signInAs } from "./sana.fixtures.ts";

const karachi: Destination = { country: "PK", state: "SD", city: "Karachi", postcode: "74000" };
const quetta: Destination = { country: "PK", state: "BA", city: "Quetta", postcode: "" };
const somewhere: Destination = { country: "PK", state: "", city: "", postcode: "" };

let db: Database;
let user: User;
let session: number;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});
beforeEach(async () => {
  user = await addOnlySana(db);
  session = await cartOfOne();
});

async function cartOfOne(): Promise<number> {
  const id = await openSession(db);
  const productId = await addProduct(db);
  await addToCart(db, id, { productId, variationId: null, quantity: 1, attributes: {} }, noon, { attempt: null });
  return id;
}

const signIn = async (guestId?: number) => (await signInAs(db, user, guestId)).id;
const keep = (sessionId: number, destination: Destination) => saveCartDelivery(db, sessionId, { destination }, noon);
const goesTo = async (sessionId: number) => (await getCart(db, sessionId, defaultSettings, noon)).destination;

test("a cart goes to the store's country until another destination is chosen; the last choice wins", async () => {
  expect(await goesTo(session)).toEqual(somewhere);
  await keep(session, quetta);
  await keep(session, karachi);
  expect(await goesTo(session)).toEqual(karachi);
});

test("changing one part of the destination keeps the others", async () => {
  await keep(session, karachi);
  await saveCartDelivery(db, session, { methodId: "flat_rate:7" }, noon);
  await saveCartDelivery(db, session, { paymentMethodId: "cod", destination: null }, noon);
  const [line] = await listStoredLines(db, session);
  expect(line?.delivery).toEqual({ destination: karachi, methodId: "flat_rate:7", paymentMethodId: "cod" });
});

test("concurrent changes wait for the cart's lock, and none is lost", async () => {
  const { changes } = await withCartLocked(db, session, noon, async () => {
    const changes = [
      keep(session, karachi),
      saveCartDelivery(db, session, { methodId: "flat_rate:7" }, noon),
      saveCartDelivery(db, session, { paymentMethodId: "cod" }, noon),
    ];
    await untilWaiting(db, changes.length);
    return { changes };
  });
  await Promise.all(changes);
  const [line] = await listStoredLines(db, session);
  expect(line?.delivery).toEqual({ destination: karachi, methodId: "flat_rate:7", paymentMethodId: "cod" });
});

test("a destination that a guest chooses during the sign-in is kept with the account's cart", async () => {
  const { kept } = await inTransaction(db, async (holder) => {
    await signInAs(holder, user, session);
    const kept = keep(session, quetta);
    await untilWaiting(db, 1);
    return { kept };
  });
  await kept;
  expect(await goesTo(session)).toEqual(quetta);
});

test("a destination chosen while the session ends is discarded without an error", async () => {
  const { kept } = await inTransaction(db, async (holder) => {
    await holder.execute(sql`delete from sessions where id = ${session}`);
    const kept = keep(session, quetta);
    await untilWaiting(db, 1);
    return { kept };
  });
  await kept;
  const { rows } = await db.execute(sql`select from cart_deliveries where session_id = ${session}`);
  expect(rows).toEqual([]);
});

test("an account's cart goes to its delivery address, else its billing address, until another is chosen", async () => {
  const own = await signIn(session);
  expect(await goesTo(own)).toEqual(somewhere);
  await saveAddress(db, user.id, { kind: "billing", address: ayesha }, ["PK"]);
  expect(await goesTo(own)).toEqual({ country: "PK", state: "PB", city: "Lahore", postcode: "54000" });
  await saveAddress(db, user.id, { kind: "shipping", address: { ...ayesha, city: "Multan", postcode: "60000" } }, [
    "PK",
  ]);
  expect(await goesTo(own)).toEqual({ country: "PK", state: "PB", city: "Multan", postcode: "60000" });
  await saveCartDelivery(db, own, { methodId: "flat_rate:7" }, noon);
  expect(await goesTo(own)).toMatchObject({ city: "Multan" });
  await keep(own, quetta);
  expect(await goesTo(own)).toEqual(quetta);
});

test("a guest's destination overrides the account's at sign-in and is seen in every browser", async () => {
  const first = await signIn(session);
  await keep(first, karachi);
  await saveCartDelivery(db, first, { methodId: "flat_rate:7" }, noon);
  const guest = await cartOfOne();
  await keep(guest, quetta);
  const second = await signIn(guest);
  expect([await goesTo(first), await goesTo(second)]).toEqual([quetta, quetta]);
  expect((await listStoredLines(db, second))[0]?.delivery?.methodId).toBe("flat_rate:7");
  const { rows } = await db.execute(sql`select from cart_deliveries where session_id in (${session}, ${guest})`);
  expect(rows).toEqual([]);
});

test("an order deletes its cart's destination, and so does the end of the session", async () => {
  await keep(session, karachi);
  await placeOrder(db, checkoutOf(session), defaultSettings, noon);
  const other = await cartOfOne();
  await keep(other, karachi);
  await db.execute(sql`delete from sessions where id = ${other}`);
  await keep(other, quetta);
  const { rows } = await db.execute(sql`select from cart_deliveries where session_id in (${session}, ${other})`);
  expect(rows).toEqual([]);
});
