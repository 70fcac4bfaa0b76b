import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import type { User } from "../accounts/user.ts";
import { beginUserSession } from "../accounts/user-sessions.ts";
import { addUser } from "../accounts/users.ts";
import type { Destination } from "../delivery/destination.ts";
import { ayesha, checkoutOf } from "../orders/checkout.fixtures.ts";
import { placeOrder } from "../orders/place-order.ts";
import { saveAddress } from "../orders/user-addresses.ts";
import { addToCart } from "./add-to-cart.ts";
import { addProduct, defaultSettings, noon, openSession } from "./cart.fixtures.ts";
import { keepCartDelivery } from "./cart-delivery.ts";
import { getCart } from "./carts.ts";
import { listStoredLines } from "./stored-lines.ts";

const karachi: Destination = { country: "PK", state: "SD", city: "Karachi", postcode: "74000" };
const quetta: Destination = { country: "PK", state: "BA", city: "Quetta", postcode: "" };
const somewhere: Destination = { country: "PK", state: "", city: "", postcode: "" };
const passwordHash = "$argon2id$v=19$m=1,t=1,p=1$c2FsdA$aGFzaA";

let db: Database;
let user: User;
let session: number;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});
beforeEach(async () => {
  await db.execute(sql`delete from users`);
  const person = { email: "sana@example.com", phone: null, firstName: "Sana", lastName: "", role: "customer" as const };
  const added = await addUser(db, { ...person, passwordHash }, noon);
  if (!added) throw new Error("No user");
  user = added;
  session = await cartOfOne();
});

async function cartOfOne(): Promise<number> {
  const id = await openSession(db);
  const productId = await addProduct(db);
  await addToCart(db, id, { productId, variationId: null, quantity: 1, attributes: {} }, noon, { attempt: null });
  return id;
}

/** Signs Sana in, in a browser of her own or where `guestId` is the guest's session. @returns the new session's id */
async function signIn(guestId?: number): Promise<number> {
  const tokenHash = createHash("sha256").update(randomBytes(9)).digest();
  const customerKey = `t_${randomBytes(15).toString("hex")}`;
  const expiresAt = new Date(noon.getTime() + 86_400_000);
  const own = { tokenHash, customerKey, isRemembered: false, now: noon, expiresAt };
  const guest = guestId === undefined ? undefined : { ...own, id: guestId, renewedAt: noon, user: null };
  return (await beginUserSession(db, { user, passwordHash }, guest, own)).id;
}

const keep = (sessionId: number, destination: Destination) => keepCartDelivery(db, sessionId, { destination }, noon);
const goesTo = async (sessionId: number) => (await getCart(db, sessionId, defaultSettings, noon)).destination;

test("a cart goes somewhere in the store's country until its owner says where; what he says last holds", async () => {
  expect(await goesTo(session)).toEqual(somewhere);
  await keep(session, quetta);
  await keep(session, karachi);
  expect(await goesTo(session)).toEqual(karachi);
});

test("what is said later of one thing leaves the others as they were", async () => {
  await keep(session, karachi);
  await keepCartDelivery(db, session, { methodId: "flat_rate:7" }, noon);
  await keepCartDelivery(db, session, { paymentMethodId: "cod", destination: null }, noon);
  const [line] = await listStoredLines(db, session);
  expect(line?.delivery).toEqual({ destination: karachi, methodId: "flat_rate:7", paymentMethodId: "cod" });
});

test("of changes at the same time none is lost", async () => {
  await Promise.all([
    ...Array.from({ length: 6 }, (_, at) => keep(session, at % 2 ? karachi : quetta)),
    ...Array.from({ length: 6 }, () => keepCartDelivery(db, session, { methodId: "flat_rate:7" }, noon)),
    keepCartDelivery(db, session, { paymentMethodId: "cod" }, noon),
  ]);
  const [line] = await listStoredLines(db, session);
  expect(line?.delivery).toMatchObject({ methodId: "flat_rate:7", paymentMethodId: "cod" });
  expect([karachi, quetta]).toContainEqual(line?.delivery?.destination);
});

test("an account's cart goes to its delivery address, else its billing address, until something else is said", async () => {
  const own = await signIn(session);
  expect(await goesTo(own)).toEqual(somewhere);
  await saveAddress(db, user.id, "billing", ayesha);
  expect(await goesTo(own)).toEqual({ country: "PK", state: "PB", city: "Lahore", postcode: "54000" });
  await saveAddress(db, user.id, "shipping", { ...ayesha, city: "Multan", postcode: "60000" });
  expect(await goesTo(own)).toEqual({ country: "PK", state: "PB", city: "Multan", postcode: "60000" });
  await keepCartDelivery(db, own, { methodId: "flat_rate:7" }, noon);
  expect(await goesTo(own)).toMatchObject({ city: "Multan" });
  await keep(own, quetta);
  expect(await goesTo(own)).toEqual(quetta);
});

test("where a guest's cart goes comes along at the sign-in, beats what waits, and is told in each browser", async () => {
  const first = await signIn(session);
  await keep(first, karachi);
  await keepCartDelivery(db, first, { methodId: "flat_rate:7" }, noon);
  const guest = await cartOfOne();
  await keep(guest, quetta);
  const second = await signIn(guest);
  expect([await goesTo(first), await goesTo(second)]).toEqual([quetta, quetta]);
  expect((await listStoredLines(db, second))[0]?.delivery?.methodId).toBe("flat_rate:7");
  const { rows } = await db.execute(sql`select from cart_deliveries where session_id in (${session}, ${guest})`);
  expect(rows).toEqual([]);
});

test("an order ends what was said of its cart, and so does the end of the session", async () => {
  await keep(session, karachi);
  await placeOrder(db, checkoutOf(session), defaultSettings, noon);
  const other = await cartOfOne();
  await keep(other, karachi);
  await db.execute(sql`delete from sessions where id = ${other}`);
  await keep(other, quetta);
  const { rows } = await db.execute(sql`select from cart_deliveries where session_id in (${session}, ${other})`);
  expect(rows).toEqual([]);
});
