import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { addPieces } from "../cart/account-cart.fixtures.ts";
import { addProduct, addSizes, codeOf, noon, openSession } from "../cart/cart.fixtures.ts";
import { listCartLines } from "../cart/carts.ts";
import { addToCart } from "../cart/lines/add-to-cart.ts";
import { moveToCart, saveForLater } from "./save-for-later.ts";
import { newGuest, startList, wish } from "./wishlist.fixtures.ts";
import { wishlistLimits } from "./wishlist.rules.ts";
import { findWishlists } from "./wishlist-owners.ts";
import { listItems } from "./wishlists.ts";

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});

const currency = "PKR";
const inCart = async (sessionId: number) => {
  const lines = await listCartLines(db, sessionId);
  return lines.map(({ productId, variationId, quantity }) => [variationId ?? productId, quantity]);
};
const inList = async (wishlistId: number) => {
  const items = await listItems(db, wishlistId);
  return items.map(({ productId, quantity }) => [productId, quantity]);
};

/** Starts a cart with two pieces of a product and a wishlist with another. */
async function start() {
  const [saved, wished] = [await addProduct(db), await addProduct(db)];
  const session = await openSession(db);
  const { lineKey } = await addPieces(db, session, saved, 2);
  const list = await startList(db, newGuest(), [wished]);
  const save = (key = lineKey) => saveForLater(db, session, list.holder, { lineKey: key, currency }, noon);
  const restore = async (productId = saved) => {
    const items = await listItems(db, list.wishlistId);
    const itemId = items.find((item) => item.productId === productId)?.id ?? 0;
    return moveToCart(db, session, { ownerId: list.ownerId, itemId }, noon);
  };
  return { saved, wished, session, lineKey, save, restore, ...list };
}

test("a cart line is saved with its quantity and comes back with it", async () => {
  const { saved, wished, session, save, restore, wishlistId } = await start();
  await save();
  expect(await inCart(session)).toEqual([]);
  expect(await inList(wishlistId)).toEqual([
    [saved, 2],
    [wished, 1],
  ]);
  expect(await restore()).toMatchObject({ productId: saved, quantity: 2 });
  expect(await inCart(session)).toEqual([[saved, 2]]);
  expect(await inList(wishlistId)).toEqual([[wished, 1]]);
});

test("the variation and the attributes that it leaves open are kept both ways", async () => {
  const { id, small } = await addSizes(db);
  await database.pool.query("update variation_attributes set value = '' where variation_id = $1", [small]);
  const { session, save, restore, wishlistId } = await start();
  const addition = { productId: id, variationId: small, quantity: 3, attributes: { size: "Large" } };
  const { lineKey } = await addToCart(db, session, addition, noon);
  await save(lineKey);
  const [item] = await listItems(db, wishlistId);
  expect(item).toMatchObject({
    productId: small,
    quantity: 3,
    attributes: { attribute_size: "Large" },
  });
  const { rows } = await database.pool.query("select price::int from wishlist_items where id = $1", [item?.id]);
  expect(rows).toEqual([{ price: 1000 }]);
  expect(await restore(small)).toMatchObject({ lineKey, variationId: small, quantity: 3 });
});

test("a line whose product is in the list adds its quantity, unless other attributes were chosen", async () => {
  const { id, small } = await addSizes(db);
  await database.pool.query("update variation_attributes set value = '' where variation_id = $1", [small]);
  const { session, save, holder, wishlistId, wished } = await start();
  await save((await addPieces(db, session, wished, 4)).lineKey);
  expect(await inList(wishlistId)).toEqual([[wished, 5]]);
  await wish(db, holder, small);
  for (const [size, code] of [
    ["Large", "done"],
    ["Small", "wishlist_choice_taken"],
  ] as const) {
    const addition = { productId: id, variationId: small, quantity: 1, attributes: { size } };
    expect(await codeOf(save((await addToCart(db, session, addition, noon)).lineKey))).toBe(code);
  }
  expect((await inCart(session)).at(-1)).toEqual([small, 1]);
  expect((await inList(wishlistId))[0]).toEqual([small, 2]);
});

test("a guest's first saved line starts the list", async () => {
  const guest = newGuest();
  const { session, lineKey } = await start();
  await saveForLater(db, session, { key: guest }, { lineKey, currency }, noon);
  expect((await findWishlists(db, guest, noon))?.lists[0]?.items).toHaveLength(1);
});

test("a line stays in the cart if the list is full, and an item in the list if the cart refuses it", async () => {
  const { saved, session, save, restore, wishlistId } = await start();
  await database.pool.query(
    `with filler as (insert into products (type, name, slug) select 'simple', 'Filler', 'full-' || n
       from generate_series(2, $2::int) n returning id)
     insert into wishlist_items (wishlist_id, product_id, quantity, added_at, currency)
     select $1, id, 1, now(), 'PKR' from filler`,
    [wishlistId, wishlistLimits.maxItems],
  );
  expect(await codeOf(save())).toBe("wishlist_full");
  expect(await inCart(session)).toEqual([[saved, 2]]);
  await database.pool.query("delete from wishlist_items where wishlist_id = $1 and product_id <> $2", [
    wishlistId,
    saved,
  ]);
  await save();
  await database.pool.query("update products set manages_stock = true, stock_quantity = 1 where id = $1", [saved]);
  expect(await codeOf(restore())).toBe("stock_insufficient");
  expect(await inList(wishlistId)).toEqual([[saved, 2]]);
  expect(await inCart(session)).toEqual([]);
});

test("saving and moving back in parallel neither loses nor doubles pieces", async () => {
  const { saved, wished, session, save, restore, wishlistId } = await start();
  await Promise.all(Array.from({ length: 12 }, (_, at) => codeOf(at % 2 ? restore() : save())));
  const pieces = [...(await inCart(session)), ...(await inList(wishlistId))].filter(([id]) => id === saved);
  expect(pieces).toEqual([[saved, 2]]);
  expect(await inList(wishlistId)).toContainEqual([wished, 1]);
});

test("the same line saved twice at once is saved once", async () => {
  const { saved, save, wishlistId } = await start();
  const codes = await Promise.all([1, 2, 3].map(() => codeOf(save())));
  expect(codes.filter((code) => code === "done")).toHaveLength(1);
  expect(await inList(wishlistId)).toContainEqual([saved, 2]);
});

test("nobody moves a stranger's item into a cart", async () => {
  const { wishlistId, wished } = await start();
  const stranger = await start();
  const [item] = await listItems(db, wishlistId);
  const move = { ownerId: stranger.ownerId, itemId: item?.id ?? 0 };
  expect(await codeOf(moveToCart(db, stranger.session, move, noon))).toBe("wishlist_item_unknown");
  expect(await inList(wishlistId)).toEqual([[wished, 1]]);
});
