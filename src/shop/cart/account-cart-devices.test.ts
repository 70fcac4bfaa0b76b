import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { endUserSession } from "../accounts/sessions/user-sessions.ts";
import type { User } from "../accounts/user.ts";
import { checkoutOf } from "../orders/checkout/checkout.fixtures.ts";
import { placeOrder } from "../orders/checkout/place-order.ts";
import { addPieces, countRows, piecesOf } from "./account-cart.fixtures.ts";
import { addProduct, codeOf, defaultSettings, noon, openSession } from "./cart.fixtures.ts";
import { lineKey } from "./lines/line-key.ts";
import { removeLine } from "./lines/remove-line.ts";
import { setQuantities } from "./lines/set-quantity.ts";
import { addOnlySana, signIn as signInAs } from "./sana.fixtures.ts";

let db: Database;
let user: User;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});
beforeEach(async () => {
  user = await addOnlySana(db);
});

const signIn = (guestId?: number, now = noon) => signInAs(db, user, guestId, now);

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
          if (kind === "add") await addPieces(db, idOf(device), id, quantity).then(more);
          if (kind === "set") await setQuantities(db, idOf(device), new Map([[key, quantity]]), noon);
          if (kind === "set" && model.has(id)) model.set(id, quantity);
          if (kind === "remove") await codeOf(removeLine(db, idOf(device), key, noon)).then(() => model.delete(id));
          if (kind === "leave") {
            await endUserSession(db, idOf(device), noon);
            const guest = await openSession(db);
            await addPieces(db, guest, id, quantity).then(more);
            devices[device] = await signIn(guest);
          }
        }
        const [one, two] = await Promise.all([piecesOf(db, idOf(0)), piecesOf(db, idOf(1))]);
        expect(one).toEqual(two);
        expect(new Map(one.map(([id = 0, quantity = 0]) => [id, quantity]))).toEqual(model);
        expect((await countRows(db, user.id)).carts).toBe(1);
      }),
      { numRuns: 40 },
    );
  });

  test("can add at the same time: both adds count, and limits apply to the sum", async () => {
    const [tea, scarce] = [await addProduct(db), await addProduct(db, { managesStock: true, stockQuantity: 7 })];
    const ids = [(await signIn()).id, (await signIn()).id];
    const tries = Array.from({ length: 10 }, (_, at) => ids[at % 2] ?? 0);
    await Promise.all(tries.map((id) => addPieces(db, id, tea)));
    const scarceTries = await Promise.all(tries.map((id) => codeOf(addPieces(db, id, scarce))));
    expect(scarceTries.filter((code) => code === "done")).toHaveLength(7);
    expect(new Map((await piecesOf(db, ids[0] ?? 0)) as [number, number][])).toEqual(
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
      await addPieces(db, here, tea, 2);
      const [order] = await Promise.all([
        placeOrder(db, checkoutOf(here, { userId: user.id }), defaultSettings, noon),
        addPieces(db, there, tea, 3),
        addPieces(db, there, tea, 3),
      ]);
      const { rows } = await db.execute<{ quantity: number }>(
        sql`select quantity from order_lines where order_id = ${order.id}`,
      );
      const left = (await piecesOf(db, there)).reduce((sum, [, quantity = 0]) => sum + quantity, 0);
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
      await addPieces(db, guest, tea);
      const adding = Array.from({ length: 6 }, () => addPieces(db, guest, tea));
      const [session] = await Promise.all([signIn(guest), signIn(guest), ...adding]);
      const pieces = await piecesOf(db, session.id);
      expect(pieces.find(([id]) => id === tea)).toEqual([tea, 7]);
    }
    expect((await countRows(db, user.id)).carts).toBe(1);
  });

  test("on two devices with a guest's cart each, nothing is lost or counted twice", async () => {
    const [tea, salt] = [await addProduct(db), await addProduct(db)];
    const guests = await Promise.all(Array.from({ length: 6 }, () => openSession(db)));
    for (const guest of guests) await addPieces(db, guest, tea, 2);
    await Promise.all(guests.flatMap((guest) => [signIn(guest), addPieces(db, guest, salt)]));
    const pieces = new Map((await piecesOf(db, guests[0] ?? 0)) as [number, number][]);
    expect(pieces).toEqual(
      new Map([
        [tea, 12],
        [salt, 6],
      ]),
    );
    expect((await countRows(db, user.id)).carts).toBe(1);
  });

  test("and the sign-out, an add is either in the cart or refused", async () => {
    for (let round = 0; round < 8; round++) {
      const tea = await addProduct(db);
      const { id } = await signIn();
      const tries = Array.from({ length: 5 }, () => codeOf(addPieces(db, id, tea)));
      const [, ...codes] = await Promise.all([endUserSession(db, id, noon), ...tries]);
      const added = codes.filter((code) => code === "done").length;
      expect(codes.filter((code) => code === "session_ended")).toHaveLength(codes.length - added);
      const pieces = await piecesOf(db, (await signIn()).id);
      expect(pieces.find(([product]) => product === tea)?.[1] ?? 0).toBe(added);
    }
  });
});
