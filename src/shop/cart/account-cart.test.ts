import { createHash, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { mostCartLines } from "../accounts/sessions/lock-cart.ts";
import { addNotice, deleteExpiredSessions, renewSession, takeNotices } from "../accounts/sessions/sessions.ts";
import { beginUserSession, endUserSession, endUserSessions } from "../accounts/sessions/user-sessions.ts";
import type { User } from "../accounts/user.ts";
import { giveCoupon } from "../coupons/coupon.fixtures.ts";
import { shopperOf } from "../coupons/shopper.ts";
import { checkoutOf } from "../orders/checkout/checkout.fixtures.ts";
import { placeOrder } from "../orders/checkout/place-order.ts";
import { addProduct, codeOf, defaultSettings, noon, openSession } from "./cart.fixtures.ts";
import { getCart } from "./carts.ts";
import { applyCoupon } from "./coupons/apply-coupon.ts";
import { removeCoupon } from "./coupons/remove-coupon.ts";
import { addToCart } from "./lines/add-to-cart.ts";
import { lineKey } from "./lines/line-key.ts";
import { removeLine } from "./lines/remove-line.ts";
import { setQuantities } from "./lines/set-quantity.ts";
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

const add = (sessionId: number, productId: number, quantity = 1, attempt: string | null = null) =>
  addToCart(db, sessionId, { productId, variationId: null, quantity, attributes: {} }, noon, { attempt });

async function piecesOf(sessionId: number): Promise<number[][]> {
  const { lines } = await getCart(db, sessionId, defaultSettings, noon);
  return lines.map(({ productId, quantity }) => [productId, quantity]);
}

async function countRows(): Promise<{ carts: number; lines: number }> {
  const { rows } = await db.execute<{ carts: number; lines: number }>(sql`select
    count(distinct s.id) filter (where s.parked_at is not null)::int as carts, count(l.line_key)::int as lines
    from sessions s left join cart_lines l on l.session_id = s.id where s.user_id = ${user.id}`);
  return rows[0] ?? { carts: 0, lines: 0 };
}

describe("an account's cart is restored at the next sign-in", () => {
  test("after the browser was closed and its session expired", async () => {
    const tea = await addProduct(db);
    await add((await signIn()).id, tea, 2);
    expect(await piecesOf((await signIn()).id)).toEqual([[tea, 2]]);
    await deleteExpiredSessions(db, daysOn(3), 100);
    expect(await piecesOf((await signIn(undefined, daysOn(3))).id)).toEqual([[tea, 2]]);
  });

  test("after twenty sign-ins from other browsers", async () => {
    const tea = await addProduct(db);
    await add((await signIn()).id, tea);
    for (let times = 0; times < 21; times++) await signIn(undefined, daysOn(times / 100));
    expect(await piecesOf((await signIn(undefined, daysOn(1))).id)).toEqual([[tea, 1]]);
  });

  test("for thirty days after the last visit, and no longer", async () => {
    const tea = await addProduct(db);
    const session = await signIn();
    await add(session.id, tea);
    await renewSession(db, session, daysOn(10), daysOn(12));
    await deleteExpiredSessions(db, daysOn(39), 100);
    expect((await countRows()).lines).toBe(1);
    await deleteExpiredSessions(db, daysOn(40), 100);
    expect(await countRows()).toEqual({ carts: 0, lines: 0 });
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
  await add(session.id, tea);
  const [other] = [user];
  await endUserSession(db, session.id, noon);
  user = await addSana(db, "ali@example.com");
  expect(await piecesOf((await signIn()).id)).toEqual([]);
  user = other;
  expect(await piecesOf((await signIn()).id)).toEqual([[tea, 1]]);
});

describe("a guest's cart at sign-in", () => {
  test("keeps every property of its lines, including removed lines that can be restored", async () => {
    const [tea, salt] = [await addProduct(db, { regularPrice: 321 }), await addProduct(db)];
    const guest = await openSession(db);
    await add(guest, tea, 3);
    const { lineKey } = await add(guest, salt);
    await removeLine(db, guest, lineKey, noon);
    const read = () =>
      db.execute(sql`select to_jsonb(l) - 'session_id' - 'line_number' as line from cart_lines l
        where session_id = cart_of(${guest}) order by line_number`);
    const before = (await read()).rows;
    await signIn(guest);
    expect((await read()).rows).toEqual(before);
    expect(before).toMatchObject([{ line: { seen_price: 321 } }, { line: { removed_at: expect.any(String) } }]);
    expect(await countRows()).toEqual({ carts: 1, lines: 2 });
  });

  test("is merged into the account's cart; a present line wins over a removed one", async () => {
    const [tea, salt] = [await addProduct(db), await addProduct(db)];
    const before = await signIn();
    await add(before.id, tea, 2);
    const { lineKey } = await add(before.id, salt, 7);
    await removeLine(db, before.id, lineKey, noon);
    const guest = await openSession(db);
    await add(guest, tea, 3);
    await add(guest, salt, 1);
    await signIn(guest);
    expect(await piecesOf(before.id)).toEqual([
      [tea, 5],
      [salt, 1],
    ]);
  });

  test("counts a retried add once when the first answer was lost before the sign-in", async () => {
    const tea = await addProduct(db);
    const guest = await openSession(db);
    const attempt = randomUUID();
    await add(guest, tea, 2, attempt);
    await signIn(guest);
    expect(await add(guest, tea, 2, attempt)).toMatchObject({ isRepeat: true });
    expect(await piecesOf(guest)).toEqual([[tea, 2]]);
  });

  test("is cut off at the line limit, with a notice", async () => {
    const { id } = await signIn();
    const [guest, tea] = [await openSession(db), await addProduct(db)];
    await add(id, tea, 1);
    await fill(guest, mostCartLines);
    await add(guest, await addProduct(db)).catch(() => undefined);
    const both = await signIn(guest);
    const lines = await listStoredLines(db, both.id);
    expect([lines.length, lines[0]?.productId]).toEqual([mostCartLines, tea]);
    expect(await takeNotices(db, both.id)).toMatchObject([{ messageKey: "notices.cartFull" }]);
    expect((await countRows()).lines).toBe(mostCartLines);
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
  await fill(guest, mostCartLines - 2);
  const adds = await Promise.all([tea, salt, await addProduct(db)].map((id) => codeOf(add(guest, id))));
  expect(adds.toSorted()).toEqual(["cart_full", "done", "done"]);
  const [last] = (await listStoredLines(db, guest)).slice(-1);
  expect(await codeOf(add(guest, last?.productId ?? 0))).toBe("done");
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
    await add(here, await addProduct(db));
    await enter(here, code);
    expect(await codeOf(enter(there, code))).toBe("coupon_applied_already");
    expect([await codesOf(here), await codesOf(there)]).toEqual([[code], [code]]);
    await removeCoupon(db, there, code, noon);
    expect(await codesOf(here)).toEqual([]);
    await enter(there, code);
    await placeOrder(db, checkoutOf(here, { userId: user.id }), defaultSettings, noon);
    await add(there, await addProduct(db));
    expect(await codesOf(there)).toEqual([]);
  });

  test("number ten at most: the guest's coupons are kept first, the oldest of the others are dropped", async () => {
    const [waiting, brought] = [await giveCoupons(6), await giveCoupons(7)];
    const tea = await addProduct(db);
    const [before, guest] = [(await signIn()).id, await openSession(db)];
    for (const id of [before, guest]) await add(id, tea);
    for (const code of waiting) await enter(before, code);
    for (const code of brought) await enter(guest, code);
    await signIn(guest);
    expect((await codesOf(before)).toSorted()).toEqual([...waiting.slice(0, 3), ...brought].toSorted());
  });

  test("are not changed by a browser that was signed out meanwhile", async () => {
    const { id } = await signIn();
    await add(id, await addProduct(db));
    await endUserSession(db, id, noon);
    expect(await codeOf(enter(id, await giveCoupon(db)))).toBe("cart_empty");
    expect(await codesOf((await signIn()).id)).toEqual([]);
  });

  test("include one that the guest enters during the sign-in", async () => {
    const tea = await addProduct(db);
    const codes = await giveCoupons(6);
    for (const code of codes) {
      const guest = await openSession(db);
      await add(guest, tea);
      await Promise.all([signIn(guest), enter(guest, code)]);
    }
    expect((await codesOf((await signIn()).id)).toSorted()).toEqual(codes.toSorted());
  });
});

describe("two devices of one account", () => {
  type Step = { device: number; kind: "add" | "set" | "remove" | "leave"; of: number; quantity: number };
  const steps: fc.Arbitrary<Step[]> = fc.array(
    fc.record({
      device: fc.integer({ min: 0, max: 1 }),
      kind: fc.constantFrom("add" as const, "set" as const, "remove" as const, "leave" as const),
      of: fc.integer({ min: 0, max: 2 }),
      quantity: fc.integer({ min: 1, max: 4 }),
    }),
    { maxLength: 14 },
  );

  test("see the same cart after any sequence of changes, sign-outs and sign-ins", async () => {
    const products = [await addProduct(db), await addProduct(db), await addProduct(db)];
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        await db.execute(sql`delete from sessions`);
        const model = new Map<number, number>();
        const devices = [await signIn(), await signIn()];
        const idOf = (device: number) => devices[device]?.id ?? 0;
        for (const { device, kind, of, quantity } of steps) {
          const id = products[of] ?? 0;
          const key = lineKey(id, null, {});
          const more = () => model.set(id, (model.get(id) ?? 0) + quantity);
          if (kind === "add") await add(idOf(device), id, quantity).then(more);
          if (kind === "set") await setQuantities(db, idOf(device), new Map([[key, quantity]]), noon);
          if (kind === "set" && model.has(id)) model.set(id, quantity);
          if (kind === "remove") await codeOf(removeLine(db, idOf(device), key, noon)).then(() => model.delete(id));
          if (kind === "leave") {
            await endUserSession(db, idOf(device), noon);
            const guest = await openSession(db);
            await add(guest, id, quantity).then(more);
            devices[device] = await signIn(guest);
          }
        }
        const [one, two] = await Promise.all([piecesOf(idOf(0)), piecesOf(idOf(1))]);
        expect(one).toEqual(two);
        expect(new Map(one.map(([id = 0, quantity = 0]) => [id, quantity]))).toEqual(model);
        expect((await countRows()).carts).toBe(1);
      }),
      { numRuns: 40 },
    );
  });

  test("can add at the same time: both adds count, and limits apply to the sum", async () => {
    const [tea, scarce] = [await addProduct(db), await addProduct(db, { managesStock: true, stockQuantity: 7 })];
    const ids = [(await signIn()).id, (await signIn()).id];
    const tries = Array.from({ length: 10 }, (_, at) => ids[at % 2] ?? 0);
    await Promise.all(tries.map((id) => add(id, tea)));
    const scarceTries = await Promise.all(tries.map((id) => codeOf(add(id, scarce))));
    expect(scarceTries.filter((code) => code === "done")).toHaveLength(7);
    expect(new Map((await piecesOf(ids[0] ?? 0)) as [number, number][])).toEqual(
      new Map([
        [tea, 10],
        [scarce, 7],
      ]),
    );
  });

  test("can order and add at the same time: each piece is in the order or in the cart, exactly once", async () => {
    for (let round = 0; round < 8; round++) {
      const tea = await addProduct(db, { isVirtual: true });
      const [here, there] = [(await signIn()).id, (await signIn()).id];
      await add(here, tea, 2);
      const [order] = await Promise.all([
        placeOrder(db, checkoutOf(here, { userId: user.id }), defaultSettings, noon),
        add(there, tea, 3),
        add(there, tea, 3),
      ]);
      const { rows } = await db.execute<{ quantity: number }>(
        sql`select quantity from order_lines where order_id = ${order.id}`,
      );
      const left = (await piecesOf(there)).reduce((sum, [, quantity = 0]) => sum + quantity, 0);
      expect((rows[0]?.quantity ?? 0) + left).toBe(8);
      await setQuantities(db, there, new Map([[lineKey(tea, null, {}), 0]]), noon);
    }
  });
});

describe("during the sign-in", () => {
  test("the guest's adds all end up in the account's cart", async () => {
    for (let round = 0; round < 6; round++) {
      const tea = await addProduct(db);
      const guest = await openSession(db);
      await add(guest, tea);
      const adding = Array.from({ length: 6 }, () => add(guest, tea));
      const [session] = await Promise.all([signIn(guest), signIn(guest), ...adding]);
      const pieces = await piecesOf(session.id);
      expect(pieces.find(([id]) => id === tea)).toEqual([tea, 7]);
    }
    expect((await countRows()).carts).toBe(1);
  });

  test("on two devices with a guest's cart each, nothing is lost or counted twice", async () => {
    const [tea, salt] = [await addProduct(db), await addProduct(db)];
    const guests = await Promise.all(Array.from({ length: 6 }, () => openSession(db)));
    for (const guest of guests) await add(guest, tea, 2);
    await Promise.all(guests.flatMap((guest) => [signIn(guest), add(guest, salt)]));
    const pieces = new Map((await piecesOf(guests[0] ?? 0)) as [number, number][]);
    expect(pieces).toEqual(
      new Map([
        [tea, 12],
        [salt, 6],
      ]),
    );
    expect((await countRows()).carts).toBe(1);
  });

  test("and the sign-out, an add is either in the cart or refused", async () => {
    for (let round = 0; round < 8; round++) {
      const tea = await addProduct(db);
      const { id } = await signIn();
      const tries = Array.from({ length: 5 }, () => codeOf(add(id, tea)));
      const [, ...codes] = await Promise.all([endUserSession(db, id, noon), ...tries]);
      const added = codes.filter((code) => code === "done").length;
      expect(codes.filter((code) => code === "session_ended")).toHaveLength(codes.length - added);
      const pieces = await piecesOf((await signIn()).id);
      expect(pieces.find(([product]) => product === tea)?.[1] ?? 0).toBe(added);
    }
  });
});

test("the session and the account's cart lines are loaded by one statement", async () => {
  const tokenHash = createHash("sha256").update("token").digest();
  const own = { tokenHash, customerKey: `t_${"a".repeat(30)}`, isRemembered: false, now: noon, expiresAt: daysOn(2) };
  const there = await beginUserSession(db, { user, passwordHash }, undefined, own);
  const tea = await addProduct(db);
  await add((await signIn()).id, tea, 2);
  expect(await findSessionCart(db, tokenHash, noon)).toMatchObject({
    id: there.id,
    lines: [{ productId: tea, quantity: 2 }],
  });
});
