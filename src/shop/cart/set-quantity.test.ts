import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { addToCart } from "./add-to-cart.ts";
import { addSizes, defaultSettings, noon, openSession } from "./cart.fixtures.ts";
import { getCart } from "./carts.ts";
import { setQuantities } from "./set-quantity.ts";

let db: Database;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});

const add = (session: number, productId: number, quantity: number) =>
  addToCart(db, session, { productId, variationId: null, quantity, attributes: {} }, noon);

test("wishes that fit together are met, whichever line comes first", async () => {
  const { small, large } = await addSizes(db, { managesStock: true, stockQuantity: 5 });
  const session = await openSession(db);
  const [first, second] = [await add(session, small, 1), await add(session, large, 4)];
  const wanted = new Map([
    [first.lineKey, 4],
    [second.lineKey, 1],
  ]);
  expect((await setQuantities(db, session, wanted, noon)).map(({ before, quantity }) => [before, quantity])).toEqual([
    [1, 4],
    [4, 1],
  ]);
  const { lines } = await getCart(db, session, defaultSettings, noon);
  expect(lines.map(({ quantity }) => quantity)).toEqual([4, 1]);
});

test("what a line that goes gives back, another may have", async () => {
  const { small, large } = await addSizes(db, { managesStock: true, stockQuantity: 5, minQuantity: 2 });
  const session = await openSession(db);
  const [first, second] = [await add(session, small, 2), await add(session, large, 2)];
  expect(await setQuantities(db, session, new Map([[first.lineKey, 4]]), noon)).toMatchObject([{ quantity: 3 }]);
  const wanted = new Map([
    [first.lineKey, 0],
    [second.lineKey, 9],
  ]);
  expect(await setQuantities(db, session, wanted, noon)).toMatchObject([{ quantity: 0 }, { quantity: 5 }]);
});
