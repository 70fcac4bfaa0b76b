import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { withStatementCount } from "#db/statement-count.ts";
import { addSizes, noon } from "#shop/cart/cart.fixtures.ts";
import { startUserAlerts } from "#shop/wishlist/alerts.ts";
import { removeFromAllWishlists, setItemQuantities, sortItems } from "#shop/wishlist/change-items.ts";
import { createWishlist } from "#shop/wishlist/change-wishlist.ts";
import { addProducts, addShopper, newGuest, startList, wish } from "#shop/wishlist/wishlist.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { Freshness } from "../freshness.ts";
import { OwnWishlistsCache } from "./own-wishlists.ts";

let database: TestDatabase;
let freshness: Freshness;
let cache: OwnWishlistsCache;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  freshness = new Freshness();
  cache = new OwnWishlistsCache(database.db, freshness);
});

const productsOf = async (key: Parameters<OwnWishlistsCache["find"]>[0]) =>
  (await cache.find(key, noon))?.lists.flatMap(({ items }) => items.map(({ productId }) => productId));

test("unchanged lists are the same objects, after one statement", async () => {
  const guest = newGuest();
  const products = await addProducts(database.db, 3);
  await startList(database.db, guest, products);
  const first = await cache.find(guest, noon);
  const { result, statements } = await withStatementCount(() => cache.find(guest, noon));
  expect(result?.lists).toBe(first?.lists);
  expect(result?.itemIds).toBe(first?.itemIds);
  expect(statements).toBe(1);
});

test("items are read once, until any change of their lists", async () => {
  const { db } = database;
  const guest = newGuest();
  const [tea = 0, cup = 0] = await addProducts(db, 2);
  const { ownerId } = await startList(db, guest, [tea, cup]);
  const read = async (...products: number[]) => {
    const own = await cache.find(guest, noon);
    const { result, statements } = await withStatementCount(async () =>
      own ? cache.listItems(own, [...products.map((id) => own.itemIds.get(id) ?? 0), 0]) : [],
    );
    return [statements, ...result.map(({ productId, quantity }) => [productId, quantity])];
  };
  expect(await read(tea)).toEqual([1, [tea, 1]]);
  expect(await read(tea, cup)).toEqual([1, [tea, 1], [cup, 1]]);
  await setItemQuantities(db, ownerId, { ref: undefined, quantities: new Map([[tea, 4]]) });
  expect(await read(cup, tea)).toEqual([1, [cup, 1], [tea, 4]]);
});

test("every kind of change by another process is seen at once", async () => {
  const { db } = database;
  const userId = await addShopper(db);
  const key = { userId };
  const [tea = 0, cup = 0, jug = 0] = await addProducts(db, 3);
  const { ownerId, holder } = await startList(db, key, [tea, cup]);
  const versions = [(await cache.find(key, noon))?.version];
  const seen = async (products: number[]) => {
    expect(await productsOf(key)).toEqual(products);
    versions.push((await cache.find(key, noon))?.version);
  };
  await wish(db, holder, jug);
  await seen([jug, cup, tea]);
  await sortItems(db, ownerId, { ref: undefined, productIds: [tea, cup, jug], offset: 0 });
  await seen([tea, cup, jug]);
  await setItemQuantities(db, ownerId, { ref: undefined, quantities: new Map([[tea, 4]]) });
  await seen([tea, cup, jug]);
  await removeFromAllWishlists(db, ownerId, cup);
  await seen([tea, jug]);
  await createWishlist(db, ownerId, { name: "Eid", privacy: "private" }, noon);
  await seen([tea, jug]);
  expect((await cache.find(key, noon))?.lists.map(({ name }) => name)).toEqual(["", "Eid"]);
  expect(new Set(versions).size).toBe(versions.length);
  await startUserAlerts(db, ownerId, noon);
  expect((await cache.find(key, noon))?.alerts).toBe("on");
});

test("mails that are stopped without a change of the lists are seen as stopped", async () => {
  const { db } = database;
  const userId = await addShopper(db);
  const { ownerId } = await startList(db, { userId }, await addProducts(db, 1));
  await startUserAlerts(db, ownerId, noon);
  expect((await cache.find({ userId }, noon))?.alerts).toBe("on");
  await db.execute(sql`delete from wishlist_alerts where owner_id = ${ownerId}`);
  expect((await cache.find({ userId }, noon))?.alerts).toBe("off");
});

test("a product that is hidden or shown again leaves the lists and comes back, also by its variation", async () => {
  const { db } = database;
  const { id, small } = await addSizes(db, { name: "Whey" }, { regularPrice: 500 });
  const guest = newGuest();
  await startList(db, guest, [small]);
  const setStatus = async (status: string) => {
    await db.execute(sql`update products set status = ${status} where id = ${id}`);
    freshness.apply([`product:${id}`]);
  };
  expect(await productsOf(guest)).toEqual([small]);
  await setStatus("draft");
  expect(await productsOf(guest)).toEqual([]);
  await setStatus("publish");
  expect(await productsOf(guest)).toEqual([small]);
});

test("while the change log cannot be read, lists are read each time", async () => {
  const { db } = database;
  const guest = newGuest();
  const [tea = 0] = await addProducts(db, 1);
  await startList(db, guest, [tea]);
  expect(await productsOf(guest)).toEqual([tea]);
  freshness.markUnreadable(0);
  await db.execute(sql`update products set status = 'draft' where id = ${tea}`);
  expect(await productsOf(guest)).toEqual([]);
});

test("lists of one owner are never those of another, and expired ones are gone", async () => {
  const { db } = database;
  const [guest, other] = [newGuest(), newGuest()];
  const [tea = 0, cup = 0] = await addProducts(db, 2);
  await startList(db, guest, [tea]);
  await startList(db, other, [cup]);
  expect(await productsOf(guest)).toEqual([tea]);
  expect(await productsOf(other)).toEqual([cup]);
  expect(await cache.find(guest, new Date(noon.getTime() + 31 * 86_400_000))).toBeUndefined();
  expect(await cache.find(newGuest(), noon)).toBeUndefined();
});
