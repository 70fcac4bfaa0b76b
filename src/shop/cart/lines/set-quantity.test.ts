import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { addSizes, defaultSettings, noon, openSession } from "../cart.fixtures.ts";
import { getCart } from "../carts.ts";
import { addToCart } from "./add-to-cart.ts";
import { setQuantities } from "./set-quantity.ts";

let db: Database;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});

const add = (session: number, productId: number, quantity: number) =>
  addToCart(db, session, { productId, variationId: null, quantity, attributes: {} }, noon);

test("quantities that fit together are all accepted, in any line order", async () => {
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

test("a removed line's stock is available to the other lines", async () => {
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

test("when shared stock has fallen, lines are lowered to it, and lowering a quantity never removes a line", async () => {
  const { id, small, large } = await addSizes(db, { managesStock: true, stockQuantity: 8 });
  const session = await openSession(db);
  const keys = [(await add(session, small, 4)).lineKey, (await add(session, large, 4)).lineKey];
  const fallTo = (left: number) => db.execute(sql`update products set stock_quantity = ${left} where id = ${id}`);
  const allowed = async () => {
    const { problems } = await getCart(db, session, defaultSettings, noon);
    return problems.map(({ code, allowed }) => [code, allowed]);
  };
  const set = async (...wanted: (number | undefined)[]) => {
    const requests = keys.flatMap((key, at) => (wanted[at] === undefined ? [] : [[key, wanted[at]] as const]));
    return (await setQuantities(db, session, new Map(requests), noon)).map(({ quantity }) => quantity);
  };
  await fallTo(5);
  expect(await allowed()).toEqual([["too_many", 1]]);
  await fallTo(4);
  expect(await allowed()).toEqual([
    ["too_many", 3],
    ["too_many", 1],
  ]);
  expect(await set(undefined, 3)).toEqual([3]);
  expect(await set(3, undefined)).toEqual([3]);
  expect(await set(2, 2)).toEqual([2, 2]);
  expect(await allowed()).toEqual([]);
  await fallTo(1);
  expect(await set(2, 2)).toEqual([1, 0]);
});
