import { createHash, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { maxCartLines } from "../accounts/sessions/cart-rules.ts";
import { addNotice, deleteExpiredSessions, renewSession, takeNotices } from "../accounts/sessions/sessions.ts";
import { beginUserSession, endUserSession, endUserSessions } from "../accounts/sessions/user-sessions.ts";
import type { User } from "../accounts/user.ts";
import { giveCoupon } from "../coupons/coupon.fixtures.ts";
import { shopperOf } from "../coupons/shopper.ts";
import { checkoutOf } from "../orders/checkout/checkout.fixtures.ts";
import { placeOrder } from "../orders/checkout/place-order.ts";
import { addPieces, countRows, piecesOf } from "./account-cart.fixtures.ts";
import { addProduct, codeOf, defaultSettings, noon, openSession } from "./cart.fixtures.ts";
import { getCart } from "./carts.ts";
import { applyCoupon } from "./coupons/apply-coupon.ts";
import { removeCoupon } from "./coupons/remove-coupon.ts";
import { removeLine } from "./lines/remove-line.ts";
import { listStoredLines } from "./lines/stored-lines.ts";
import { addOnlySana, addSana, passwordHash, signIn as signInAs } from "./sana.fixtures.ts";
import { findSessionCart } from "./session-cart.ts";

const day = 86_400_000;
const daysOn = (days: number) => new Date(noon.getTime() + days * day);

let db: Database;
let user: User;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});
beforeEach(async () => {
  user = await addOnlySana(db);
});

const signIn = (guestId?: number, now = noon) => signInAs(db, user, guestId, now);

describe("an account's cart is restored at the next sign-in", () => {
  test("after the browser was closed and its session expired", async () => {
    const tea = await addProduct(db);
    await addPieces(db, (await signIn()).id, tea, 2);
    expect(await piecesOf(db, (await signIn()).id)).toEqual([[tea, 2]]);
    await deleteExpiredSessions(db, daysOn(3), 100);
    expect(await piecesOf(db, (await signIn(undefined, daysOn(3))).id)).toEqual([[tea, 2]]);
  });

  test("after twenty sign-ins from other browsers", async () => {
    const tea = await addProduct(db);
    await addPieces(db, (await signIn()).id, tea);
    for (let times = 0; times < 21; times++) await signIn(undefined, daysOn(times / 100));
    expect(await piecesOf(db, (await signIn(undefined, daysOn(1))).id)).toEqual([[tea, 1]]);
  });

  test("for thirty days after the last visit, and no longer", async () => {
    const tea = await addProduct(db);
    const session = await signIn();
    await addPieces(db, session.id, tea);
    await renewSession(db, session, daysOn(10), daysOn(12));
    await deleteExpiredSessions(db, daysOn(39), 100);
    expect((await countRows(db, user.id)).lines).toBe(1);
    await deleteExpiredSessions(db, daysOn(40), 100);
    expect(await countRows(db, user.id)).toEqual({ carts: 0, lines: 0 });
  });

  test("with its unread notices, however the session ended", async () => {
    const notice = { kind: "info", messageKey: "notices.cartUpdated", values: {} } as const;
    for (const end of [
      (id: number) => endUserSession(db, id, noon),
      () => endUserSessions(db, user.id, null, noon),
      () => deleteExpiredSessions(db, daysOn(3), 100),
    ]) {
      const { id } = await signIn();
      await addNotice(db, id, notice);
      await end(id);
      expect(await takeNotices(db, (await signIn(undefined, daysOn(3))).id)).toEqual([notice]);
    }
  });
});

test("another user of the same browser gets their own cart", async () => {
  const tea = await addProduct(db);
  const session = await signIn();
  await addPieces(db, session.id, tea);
  const [other] = [user];
  await endUserSession(db, session.id, noon);
  user = await addSana(db, "ali@example.com");
  expect(await piecesOf(db, (await signIn()).id)).toEqual([]);
  user = other;
  expect(await piecesOf(db, (await signIn()).id)).toEqual([[tea, 1]]);
});

describe("a guest's cart at sign-in", () => {
  test("keeps every property of its lines, including removed lines that can be restored", async () => {
    const [tea, salt] = [await addProduct(db, { regularPrice: 321 }), await addProduct(db)];
    const guest = await openSession(db);
    await addPieces(db, guest, tea, 3);
    const { lineKey } = await addPieces(db, guest, salt);
    await removeLine(db, guest, lineKey, noon);
    const read = () =>
      db.execute(sql`select to_jsonb(l) - 'session_id' - 'line_number' as line from cart_lines l
        where session_id = cart_of(${guest}) order by line_number`);
    const before = (await read()).rows;
    await signIn(guest);
    expect((await read()).rows).toEqual(before);
    expect(before).toMatchObject([{ line: { seen_price: 321 } }, { line: { removed_at: expect.any(String) } }]);
    expect(await countRows(db, user.id)).toEqual({ carts: 1, lines: 2 });
  });

  test("is merged into the account's cart; a present line wins over a removed one", async () => {
    const [tea, salt] = [await addProduct(db), await addProduct(db)];
    const before = await signIn();
    await addPieces(db, before.id, tea, 2);
    const { lineKey } = await addPieces(db, before.id, salt, 7);
    await removeLine(db, before.id, lineKey, noon);
    const guest = await openSession(db);
    await addPieces(db, guest, tea, 3);
    await addPieces(db, guest, salt, 1);
    await signIn(guest);
    expect(await piecesOf(db, before.id)).toEqual([
      [tea, 5],
      [salt, 1],
    ]);
  });

  test("counts a retried add once when the first answer was lost before the sign-in", async () => {
    const tea = await addProduct(db);
    const guest = await openSession(db);
    const attempt = randomUUID();
    await addPieces(db, guest, tea, 2, attempt);
    await signIn(guest);
    expect(await addPieces(db, guest, tea, 2, attempt)).toMatchObject({ isRepeat: true });
    expect(await piecesOf(db, guest)).toEqual([[tea, 2]]);
  });

  test("is cut off at the line limit, with a notice", async () => {
    const { id } = await signIn();
    const [guest, tea] = [await openSession(db), await addProduct(db)];
    await addPieces(db, id, tea, 1);
    await fill(guest, maxCartLines);
    await addPieces(db, guest, await addProduct(db)).catch(() => undefined);
    const both = await signIn(guest);
    const lines = await listStoredLines(db, both.id);
    expect([lines.length, lines[0]?.productId]).toEqual([maxCartLines, tea]);
    expect(await takeNotices(db, both.id)).toMatchObject([{ messageKey: "notices.cartFull" }]);
    expect((await countRows(db, user.id)).lines).toBe(maxCartLines);
  });
});

/** Adds this many different products to a cart, one piece each. */
async function fill(sessionId: number, lines: number): Promise<void> {
  await db.execute(sql`with made as (insert into products (type, name, slug, regular_price)
      select 'simple', 'Filler', 'filler-' || gen_random_uuid(), 100 from generate_series(1, ${lines}) returning id)
    insert into cart_lines (session_id, line_key, product_id, quantity, added_at)
    select ${sessionId}, md5(id::text), id, 1, ${noon.toISOString()} from made`);
}

test("a cart takes at most two hundred lines, but existing lines can still grow", async () => {
  const [tea, salt] = [await addProduct(db), await addProduct(db)];
  const guest = await openSession(db);
  await fill(guest, maxCartLines - 2);
  const adds = await Promise.all([tea, salt, await addProduct(db)].map((id) => codeOf(addPieces(db, guest, id))));
  expect(adds.toSorted()).toEqual(["cart_full", "done", "done"]);
  const [last] = (await listStoredLines(db, guest)).slice(-1);
  expect(await codeOf(addPieces(db, guest, last?.productId ?? 0))).toBe("done");
});

describe("an account's coupons", () => {
  const enter = (sessionId: number, code: string) =>
    applyCoupon(db, { sessionId, code, shopper: shopperOf(null, "", ""), email: "", ip: "" }, defaultSettings, noon);
  const codesOf = async (sessionId: number) =>
    (await getCart(db, sessionId, defaultSettings, noon)).coupons.map(({ code }) => code);
  /** Enters the coupons one after the other, so that the older coupon was always entered first. */
  const giveCoupons = async (count: number) => {
    const codes: string[] = [];
    while (codes.length < count) codes.push(await giveCoupon(db));
    return codes;
  };

  test("are shared by all its browsers and used up by its order", async () => {
    const [here, there] = [(await signIn()).id, (await signIn()).id];
    const code = await giveCoupon(db);
    await addPieces(db, here, await addProduct(db));
    await enter(here, code);
    expect(await codeOf(enter(there, code))).toBe("coupon_applied_already");
    expect([await codesOf(here), await codesOf(there)]).toEqual([[code], [code]]);
    await removeCoupon(db, there, code, noon);
    expect(await codesOf(here)).toEqual([]);
    await enter(there, code);
    await placeOrder(db, checkoutOf(here, { userId: user.id }), defaultSettings, noon);
    await addPieces(db, there, await addProduct(db));
    expect(await codesOf(there)).toEqual([]);
  });

  test("number ten at most: the guest's coupons are kept first, the oldest of the others are dropped", async () => {
    const [waiting, brought] = [await giveCoupons(6), await giveCoupons(7)];
    const tea = await addProduct(db);
    const [before, guest] = [(await signIn()).id, await openSession(db)];
    for (const id of [before, guest]) await addPieces(db, id, tea);
    for (const code of waiting) await enter(before, code);
    for (const code of brought) await enter(guest, code);
    await signIn(guest);
    expect((await codesOf(before)).toSorted()).toEqual([...waiting.slice(0, 3), ...brought].toSorted());
  });

  test("are not changed by a browser that was signed out meanwhile", async () => {
    const { id } = await signIn();
    await addPieces(db, id, await addProduct(db));
    await endUserSession(db, id, noon);
    expect(await codeOf(enter(id, await giveCoupon(db)))).toBe("cart_empty");
    expect(await codesOf((await signIn()).id)).toEqual([]);
  });

  test("include one that the guest enters during the sign-in", async () => {
    const tea = await addProduct(db);
    const codes = await giveCoupons(6);
    for (const code of codes) {
      const guest = await openSession(db);
      await addPieces(db, guest, tea);
      await Promise.all([signIn(guest), enter(guest, code)]);
    }
    expect((await codesOf((await signIn()).id)).toSorted()).toEqual(codes.toSorted());
  });
});

test("the session and the account's cart lines are loaded by one statement", async () => {
  const tokenHash = createHash("sha256").update("token").digest();
  const own = { tokenHash, customerKey: `t_${"a".repeat(30)}`, isRemembered: false, now: noon, expiresAt: daysOn(2) };
  const there = await beginUserSession(db, { user, passwordHash }, undefined, own);
  const tea = await addProduct(db);
  await addPieces(db, (await signIn()).id, tea, 2);
  expect(await findSessionCart(db, tokenHash, noon)).toMatchObject({
    id: there.id,
    lines: [{ productId: tea, quantity: 2 }],
  });
});
