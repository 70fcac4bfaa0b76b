import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { withStatementCount } from "#db/statement-count.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { addProduct, codeOf, noon } from "../cart/cart.fixtures.ts";
import {
  moveItem,
  moveItems,
  removeFromAllWishlists,
  removeItem,
  setItemQuantities,
  sortItems,
} from "./change-items.ts";
import { createWishlist, deleteWishlist, renameWishlist, setWishlistPrivacy } from "./change-wishlist.ts";
import { addProducts, addShopper, ascending, newGuest, productsIn, startList, wish } from "./wishlist.fixtures.ts";
import { maxNameLength, wishlistLimits, wishlistName } from "./wishlist.rules.ts";
import {
  deleteExpiredWishlists,
  type FoundWishlists,
  findWishlists,
  guestLifetimeMs,
  startOwner,
  takeGuestWishlists,
} from "./wishlist-owners.ts";
import { newWishlistToken } from "./wishlist-token.ts";
import { findViewedWishlist, listItems, listItemsById, searchWishlists, wishlistRef } from "./wishlists.ts";

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});

const day = 86_400_000;
const later = (ms: number) => new Date(noon.getTime() + ms);
const shuffled = (ids: readonly number[], shift: number) => ids.map((_, at) => ids[(at + shift) % ids.length] ?? 0);

/** Adds new products to a list. */
async function fill(wishlistId: number, number: number): Promise<void> {
  await database.pool.query(
    `with filler as (insert into products (type, name, slug) select 'simple', 'Filler', 'filler-' || gen_random_uuid()
       from generate_series(1, $2::int) returning id)
     insert into wishlist_items (wishlist_id, product_id, quantity, added_at, currency)
     select $1, id, 1, now(), 'PKR' from filler`,
    [wishlistId, number],
  );
}

test("parallel adds of one product leave one item", async () => {
  const guest = newGuest();
  const [first, product] = await addProducts(db, 2);
  const { holder, wishlistId } = await startList(db, guest, [first ?? 0]);
  const added = await Promise.all(Array.from({ length: 30 }, () => wish(db, holder, product ?? 0)));
  expect(added.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(await productsIn(db, wishlistId)).toEqual([product, first]);
});

test("parallel first adds of one user make one owner with one default list and lose nothing", async () => {
  const userId = await addShopper(db);
  const products = await addProducts(db, 30);
  await Promise.all(products.map((product) => wish(db, { key: { userId } }, product)));
  const own = await findWishlists(db, { userId }, noon);
  expect(own?.lists).toHaveLength(1);
  expect(own?.lists[0]).toMatchObject({ isDefault: true, name: "", privacy: "shared" });
  expect(ascending(own?.lists[0]?.items.map(({ productId }) => productId))).toEqual(ascending(products));
});

test("owners whose lists are read at the same time get their own, and unchanged lists are not read again", async () => {
  const [first = 0, second = 0] = await addProducts(db, 2);
  const [one, other, empty, user] = [newGuest(), newGuest(), newGuest(), { userId: await addShopper(db) }];
  await startList(db, one, [first]);
  const { holder } = await startList(db, other, [second]);
  await startList(db, user, [first, second]);
  const products = (found: FoundWishlists | undefined) => found?.lists[0]?.items.map(({ productId }) => productId);
  const find = async (known: readonly (FoundWishlists | undefined)[] = []) =>
    Promise.all([one, other, empty, user, one, other].map((key, at) => findWishlists(db, key, noon, known[at])));
  const before = await find();
  expect(before.map((found) => ascending(products(found)))).toEqual([
    [first],
    [second],
    [],
    ascending([first, second]),
    [first],
    [second],
  ]);
  expect(before[2]).toBeUndefined();
  await wish(db, holder, first);
  const after = await find(before);
  expect(after.map((found, at) => found?.lists === before[at]?.lists)).toEqual([true, false, true, true, true, false]);
  expect(ascending(products(after[1]))).toEqual(ascending([first, second]));
});

test("adds into new lists in parallel make one default list and stop at the limit", async () => {
  const userId = await addShopper(db);
  const product = await addProduct(db);
  const target = { newName: "Gifts", privacy: "private" } as const;
  const number = wishlistLimits.maxLists + 10;
  const codes = await Promise.all(
    Array.from({ length: number }, () => codeOf(wish(db, { key: { userId } }, product, target))),
  );
  expect(codes.filter((code) => code === "wishlists_too_many")).toHaveLength(10);
  const own = await findWishlists(db, { userId }, noon);
  expect(own?.lists).toHaveLength(wishlistLimits.maxLists);
  expect(own?.lists.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  expect(await codeOf(createWishlist(db, own?.ownerId ?? 0, { name: "More", privacy: "shared" }, noon))).toBe(
    "wishlists_too_many",
  );
});

test("parallel adds, and moves from another list, stop at the list's limit", async () => {
  const [first = 0, ...products] = await addProducts(db, 12);
  const { holder, wishlistId, ownerId } = await startList(db, newGuest(), [first]);
  await fill(wishlistId, wishlistLimits.maxItems - 6);
  const codes = await Promise.all(products.slice(0, 10).map((product) => codeOf(wish(db, holder, product))));
  expect(codes.filter((code) => code === "wishlist_full")).toHaveLength(5);
  const gifts = await wish(db, holder, products[10] ?? 0, { newName: "Gifts", privacy: "shared" });
  const move = { from: { id: gifts.wishlistId }, to: { id: wishlistId }, productIds: [products[10] ?? 0] };
  expect(await codeOf(moveItems(db, ownerId, move, noon))).toBe("wishlist_full");
  expect(await productsIn(db, gifts.wishlistId)).toEqual([products[10]]);
  expect(await productsIn(db, wishlistId)).toHaveLength(wishlistLimits.maxItems);
});

test("parallel moves back and forth neither lose nor double items", async () => {
  const products = await addProducts(db, 12);
  const { ownerId, wishlistId } = await startList(db, newGuest(), products);
  const other = await createWishlist(db, ownerId, { name: "Other", privacy: "shared" }, noon);
  const move = (from: number, to: number, productIds: readonly number[]) =>
    codeOf(moveItems(db, ownerId, { from: { id: from }, to: { id: to }, productIds }, noon));
  const moves = Array.from({ length: 20 }, (_, at) => {
    const some = shuffled(products, at).slice(0, 5);
    return at % 2 ? move(wishlistId, other.id, some) : move(other.id, wishlistId, some);
  });
  const codes = await Promise.all(moves);
  expect(codes.filter((code) => code !== "done" && code !== "wishlist_item_unknown")).toEqual([]);
  const all = [...(await productsIn(db, wishlistId)), ...(await productsIn(db, other.id))];
  expect(ascending(all)).toEqual(ascending(products));
});

test("a moved item that the destination has already is merged and counts as added now", async () => {
  const [tea = 0, cup = 0] = await addProducts(db, 2);
  const { ownerId, holder, wishlistId } = await startList(db, newGuest(), [tea, cup]);
  const other = await wish(db, holder, tea, { newName: "Other", privacy: "shared" });
  const to = { id: other.wishlistId };
  const now = later(day);
  const { id } = await moveItems(db, ownerId, { from: undefined, to, productIds: [tea, cup] }, now);
  expect(id).toBe(to.id);
  expect(await productsIn(db, wishlistId)).toEqual([]);
  const items = await listItems(db, other.wishlistId);
  expect(ascending(items.map(({ productId }) => productId))).toEqual(ascending([tea, cup]));
  expect(items.every(({ addedAt }) => addedAt.getTime() === now.getTime())).toBe(true);
});

test("parallel sorts and adds keep every item once, and the last sort wins", async () => {
  const products = await addProducts(db, 15);
  const { ownerId, holder, wishlistId } = await startList(db, newGuest(), products.slice(0, 10));
  await Promise.all([
    ...products.slice(10).map((product) => wish(db, holder, product)),
    ...Array.from({ length: 10 }, (_, at) =>
      sortItems(db, ownerId, { ref: undefined, productIds: shuffled(products, at), offset: 0 }),
    ),
  ]);
  expect(ascending(await productsIn(db, wishlistId))).toEqual(ascending(products));
  const order = shuffled(products, 7);
  await sortItems(db, ownerId, { ref: undefined, productIds: order, offset: 0 });
  expect(await productsIn(db, wishlistId)).toEqual(order);
});

test("sorting a later page keeps the others' places; a product added later comes first", async () => {
  const products = await addProducts(db, 6);
  const [one = 0, two = 0, three = 0, four = 0, five = 0, six = 0] = products;
  const { ownerId, holder, wishlistId } = await startList(db, newGuest(), [five, four, three, two, one]);
  expect(await productsIn(db, wishlistId)).toEqual([one, two, three, four, five]);
  await sortItems(db, ownerId, { ref: undefined, productIds: [four, three, 999_999, four], offset: 2 });
  expect(await productsIn(db, wishlistId)).toEqual([one, two, four, three, five]);
  await wish(db, holder, six);
  expect(await productsIn(db, wishlistId)).toEqual([six, one, two, four, three, five]);
});

test("hidden products take no place when shown ones are sorted or moved", async () => {
  const [one = 0, two = 0, three = 0, four = 0] = await addProducts(db, 4);
  const hidden = [await addProduct(db, { status: "draft" }), await addProduct(db, { status: "draft" })];
  const { ownerId, wishlistId } = await startList(db, newGuest(), [four, three, two, one, ...hidden]);
  await sortItems(db, ownerId, { ref: undefined, productIds: [four, three], offset: 2 });
  expect(await productsIn(db, wishlistId)).toEqual([one, two, four, three]);
  await moveItem(db, ownerId, { ref: undefined, productId: two, by: -1 });
  expect(await productsIn(db, wishlistId)).toEqual([two, one, four, three]);
  await moveItem(db, ownerId, { ref: undefined, productId: two, by: -1 });
  await moveItem(db, ownerId, { ref: undefined, productId: one, by: 1 });
  expect(await productsIn(db, wishlistId)).toEqual([two, four, one, three]);
  await db.execute(sql`update products set status = 'publish' where id = any(${sql.param(hidden)}::bigint[])`);
  expect(ascending(await productsIn(db, wishlistId))).toEqual(ascending([one, two, three, four, ...hidden]));
});

test("adds during a sign-in are either taken along or refused, so that the caller adds them to the account", async () => {
  for (let round = 0; round < 5; round++) {
    const guest = newGuest();
    const userId = await addShopper(db);
    const [first = 0, own = 0, ...products] = await addProducts(db, 12);
    const { holder } = await startList(db, guest, [first]);
    await startList(db, { userId }, [own, first]);
    const adds = products.map(async (product) => ({ product, code: await codeOf(wish(db, holder, product)) }));
    const merges = [1, 2, 3].map(() => takeGuestWishlists(db, guest.guestHash, userId, noon));
    expect((await Promise.all(merges)).filter(Boolean)).toHaveLength(1);
    const added = await Promise.all(adds);
    const lists = (await findWishlists(db, { userId }, noon))?.lists ?? [];
    const kept = added.filter(({ code }) => code === "done").map(({ product }) => product);
    expect(added.filter(({ code }) => code !== "done" && code !== "wishlist_owner_gone")).toEqual([]);
    expect(lists).toHaveLength(1);
    expect(ascending(lists[0]?.items.map(({ productId }) => productId))).toEqual(ascending([first, own, ...kept]));
    expect(await findWishlists(db, guest, noon)).toBeUndefined();
  }
});

test("two browsers that sign in to one account at once keep all items and lists, without doubles", async () => {
  const userId = await addShopper(db);
  const products = await addProducts(db, 9);
  const guests = [newGuest(), newGuest(), newGuest()];
  for (const [at, guest] of guests.entries()) {
    const { holder } = await startList(db, guest, shuffled(products, at * 3).slice(0, 5));
    await wish(db, holder, products[0] ?? 0, { newName: `List ${at}`, privacy: "private" });
  }
  await Promise.all(guests.map(({ guestHash }) => takeGuestWishlists(db, guestHash, userId, noon)));
  const lists = (await findWishlists(db, { userId }, noon))?.lists ?? [];
  expect(lists.map(({ name }) => name).sort()).toEqual(["", "List 0", "List 1", "List 2"]);
  expect(lists[0]?.isDefault).toBe(true);
  expect(ascending(lists[0]?.items.map(({ productId }) => productId))).toEqual(ascending(products));
});

test.each([
  ["private", "public", "private"],
  ["public", "private", "private"],
  ["shared", "public", "shared"],
  ["public", "public", "public"],
] as const)("a guest's %s list merged into a %s one is %s", async (guests, users, expected) => {
  const [tea = 0, cup = 0] = await addProducts(db, 2);
  const guest = newGuest();
  const key = { userId: await addShopper(db) };
  const [given, own] = [await startList(db, guest, [tea]), await startList(db, key, [cup])];
  await setWishlistPrivacy(db, given.ownerId, { id: given.wishlistId }, guests);
  await setWishlistPrivacy(db, own.ownerId, { id: own.wishlistId }, users);
  await takeGuestWishlists(db, guest.guestHash, key.userId, noon);
  const lists = (await findWishlists(db, key, noon))?.lists;
  expect(lists).toMatchObject([{ id: own.wishlistId, privacy: expected, isDefault: true }]);
  expect(await productsIn(db, own.wishlistId)).toEqual([cup, tea]);
});

test("a guest's default list with a name stays a list of its own", async () => {
  const [tea = 0, cup = 0] = await addProducts(db, 2);
  const guest = newGuest();
  const key = { userId: await addShopper(db) };
  const [given, own] = [await startList(db, guest, [tea]), await startList(db, key, [cup])];
  await renameWishlist(db, given.ownerId, { id: given.wishlistId }, "Ring");
  await setWishlistPrivacy(db, given.ownerId, { id: given.wishlistId }, "private");
  await takeGuestWishlists(db, guest.guestHash, key.userId, noon);
  expect((await findWishlists(db, key, noon))?.lists).toMatchObject([
    { id: own.wishlistId, name: "", privacy: "shared", isDefault: true },
    { id: given.wishlistId, name: "Ring", privacy: "private", isDefault: false, items: [{ productId: tea }] },
  ]);
});

test("what does not fit into the user's list stays in a list that is named by its day", async () => {
  const products = await addProducts(db, 4);
  const [first = 0, second = 0, third = 0, own = 0] = products;
  const guest = newGuest();
  const key = { userId: await addShopper(db) };
  const { wishlistId } = await startList(db, key, [own]);
  await fill(wishlistId, wishlistLimits.maxItems - 2);
  const given = await startList(db, guest, [first, second, own, third]);
  await takeGuestWishlists(db, guest.guestHash, key.userId, noon);
  expect(await productsIn(db, wishlistId)).toHaveLength(wishlistLimits.maxItems);
  expect(await productsIn(db, wishlistId)).toContain(third);
  const lists = (await findWishlists(db, key, noon))?.lists ?? [];
  expect(lists.map(({ id, name }) => [id, name])).toEqual([
    [wishlistId, ""],
    [given.wishlistId, noon.toISOString().slice(0, 10)],
  ]);
  expect(await productsIn(db, given.wishlistId)).toEqual([second, first]);
});

test("a user with as many lists as allowed gets a guest's further lists merged into the default one", async () => {
  const [tea = 0, cup = 0, pot = 0] = await addProducts(db, 3);
  const guest = newGuest();
  const key = { userId: await addShopper(db) };
  const { ownerId, wishlistId } = await startList(db, key, [tea]);
  for (let count = 1; count < wishlistLimits.maxLists; count += 1)
    await createWishlist(db, ownerId, { name: `List ${count}`, privacy: "shared" }, noon);
  const { holder } = await startList(db, guest, [cup]);
  await wish(db, holder, pot, { newName: "Secret", privacy: "private" });
  await takeGuestWishlists(db, guest.guestHash, key.userId, noon);
  const lists = (await findWishlists(db, key, noon))?.lists ?? [];
  expect(lists).toHaveLength(wishlistLimits.maxLists);
  expect(lists[0]).toMatchObject({ id: wishlistId, isDefault: true, privacy: "private" });
  expect(ascending(await productsIn(db, wishlistId))).toEqual(ascending([tea, cup, pot]));
});

test("the default list cannot be missing: deleting it makes the oldest other one the default", async () => {
  const [product = 0] = await addProducts(db, 1);
  const { ownerId, holder, wishlistId } = await startList(db, newGuest(), [product]);
  const second = await createWishlist(db, ownerId, { name: "Second", privacy: "private" }, noon);
  await createWishlist(db, ownerId, { name: "Third", privacy: "private" }, noon);
  await deleteWishlist(db, ownerId, { id: wishlistId });
  const added = await wish(db, holder, product);
  expect(added).toMatchObject({ wishlistId: second.id, isNew: true });
});

test("a guest's lists end 30 days after the last visit; a visit renews them once a day", async () => {
  const guest = newGuest();
  const [product = 0] = await addProducts(db, 1);
  const { token, ownerId } = await startList(db, guest, [product]);
  const visit = async (ms: number) => (await findWishlists(db, guest, later(ms)))?.isRenewed;
  expect(await visit(day)).toBe(false);
  expect(await visit(20 * day)).toBe(true);
  expect(await visit(20 * day + 1)).toBe(false);
  expect(await visit(50 * day - 1)).toBe(true);
  const end = 50 * day - 1 + guestLifetimeMs;
  expect(await visit(end)).toBeUndefined();
  expect(await findViewedWishlist(db, { token }, null, later(end))).toBeUndefined();
  await deleteExpiredWishlists(db, later(end - 1), 1000);
  expect(await findWishlists(db, guest, noon)).toBeDefined();
  await deleteExpiredWishlists(db, later(end), 1000);
  expect(await codeOf(wish(db, { ownerId, userId: null }, product))).toBe("wishlist_owner_gone");
});

test("lists are found in one statement, and a page of items in another", async () => {
  const guest = newGuest();
  await startList(db, guest, await addProducts(db, 5));
  const { statements } = await withStatementCount(async () => {
    const items = (await findWishlists(db, guest, noon))?.lists[0]?.items ?? [];
    const page = items.slice(2, 4).map(({ itemId }) => itemId);
    expect((await listItemsById(db, page)).map(({ id }) => id)).toEqual(page);
  });
  expect(statements).toBe(2);
});

test("only the owner opens a list by its number, and nobody else a private one by its token", async () => {
  const [product = 0] = await addProducts(db, 1);
  const { ownerId, token, wishlistId } = await startList(db, newGuest(), [product]);
  const stranger = (await startList(db, newGuest(), [product])).ownerId;
  const opens = async (ref: { id: number } | { token: string }, viewer: number | null) =>
    (await findViewedWishlist(db, ref, viewer, noon))?.isOwn;
  const matrix = async () => ({
    owner: [await opens({ id: wishlistId }, ownerId), await opens({ token }, ownerId)],
    stranger: [await opens({ id: wishlistId }, stranger), await opens({ token }, stranger)],
    nobody: [await opens({ id: wishlistId }, null), await opens({ token }, null)],
  });
  const shared = { owner: [true, true], stranger: [undefined, false], nobody: [undefined, false] };
  expect(await matrix()).toEqual(shared);
  await setWishlistPrivacy(db, ownerId, { id: wishlistId }, "private");
  const hidden = { stranger: [undefined, undefined], nobody: [undefined, undefined] };
  expect(await matrix()).toEqual({ owner: [true, true], ...hidden });
});

test("nobody changes a stranger's list, not even with its token", async () => {
  const [product = 0, other = 0] = await addProducts(db, 2);
  const mine = await startList(db, newGuest(), [product]);
  const stranger = await startList(db, newGuest(), [other]);
  const ref = { token: mine.token };
  const [item] = await listItems(db, mine.wishlistId);
  const by = stranger.ownerId;
  const move = { from: ref, to: { id: stranger.wishlistId }, productIds: [product] };
  const into = { from: undefined, to: ref, productIds: [other] };
  const codes = await Promise.all(
    [
      renameWishlist(db, by, ref, "Mine now"),
      setWishlistPrivacy(db, by, ref, "public"),
      deleteWishlist(db, by, { id: mine.wishlistId }),
      removeItem(db, by, item?.id ?? 0),
      setItemQuantities(db, by, { ref, quantities: new Map([[product, 9]]) }),
      sortItems(db, by, { ref, productIds: [product], offset: 0 }),
      moveItems(db, by, move, noon),
      moveItems(db, by, into, noon),
      wish(db, stranger.holder, other, ref),
      wish(db, stranger.holder, other, { id: mine.wishlistId }),
      wish(db, { key: newGuest() }, other, ref),
    ].map(codeOf),
  );
  expect(new Set(codes)).toEqual(new Set(["wishlist_unknown", "wishlist_item_unknown"]));
  await removeFromAllWishlists(db, by, product);
  expect(await productsIn(db, mine.wishlistId)).toEqual([product]);
});

test("an add to a list that does not exist starts no owner", async () => {
  const guest = newGuest();
  expect(await codeOf(wish(db, { key: guest }, await addProduct(db), { id: 987_654_321 }))).toBe("wishlist_unknown");
  expect(await findWishlists(db, guest, noon)).toBeUndefined();
});

test("a search finds public lists only, by a part of the name or by the whole address", async () => {
  const userId = await addShopper(db, "Zarghuna");
  const { ownerId, wishlistId, token } = await startList(db, { userId }, [await addProduct(db)]);
  const { rows } = await database.pool.query("select email from users where id = $1", [userId]);
  const email: string = rows[0].email;
  const found = async (text: string) => (await searchWishlists(db, text, 10, noon)).map((list) => list.token);
  expect(await found("zarghu")).toEqual([]);
  await setWishlistPrivacy(db, ownerId, { id: wishlistId }, "public");
  await renameWishlist(db, ownerId, { id: wishlistId }, "100%_of\\it");
  await database.pool.query("update users set last_name = 'Durrani' where id = $1", [userId]);
  for (const text of ["zarghu", "100%_of\\it", email.toUpperCase(), "durrani", "zarghuna durrani"])
    expect(await found(text)).toEqual([token]);
  for (const text of [email.slice(1), "_00", "\0", "durr", "urrani", "zarghuna d", "a durrani"])
    expect(await found(text)).toEqual([]);
});

test("deleting a user or a product deletes what belongs to it", async () => {
  const userId = await addShopper(db);
  const [tea = 0, cup = 0] = await addProducts(db, 2);
  const { wishlistId } = await startList(db, { userId }, [tea, cup]);
  await database.pool.query("delete from products where id = $1", [tea]);
  expect(await productsIn(db, wishlistId)).toEqual([cup]);
  await database.pool.query("delete from users where id = $1", [userId]);
  const { rows } = await database.pool.query("select from wishlists where id = $1", [wishlistId]);
  expect(rows).toEqual([]);
});

test("starting an owner twice gives the same one", async () => {
  const key = { userId: await addShopper(db) };
  const ids = await Promise.all([startOwner(db, key, noon), startOwner(db, key, noon)]);
  expect(ids[0]).toBe(ids[1]);
});

test("tokens have twelve capital letters and digits and cannot be read as numbers", () => {
  const tokens = Array.from({ length: 2000 }, newWishlistToken);
  for (const token of tokens) {
    expect(token).toMatch(/^[A-DF-Z][A-Z0-9]{11}$/);
    expect(wishlistRef(token)).toEqual({ token });
  }
  expect(new Set(tokens).size).toBe(tokens.length);
});

test.each(["", "0", "-1", "1.5", "12E45", "abcdefghijkl", "ABCDEFGHIJK", "ABCDEFGHIJKLM", "9".repeat(16), "1' or 1=1"])(
  "%j names no list",
  (text) => expect(wishlistRef(text)).toBeUndefined(),
);

test.each([
  ["  Eid \n gifts ", "Eid gifts"],
  ["<b>x</b>", "x"],
  ["<script>alert(1)</script>", "alert(1)"],
  ["<scr<b>ipt>a", "a"],
  ["I <3 tea, 2 > 1", "I <3 tea, 2 > 1"],
  ["<i></i>", ""],
  ["عید", "عید"],
  ["\u200b \u00ad", ""],
  ["a\0b", ""],
  ["\ud800", ""],
  ["x".repeat(maxNameLength), "x".repeat(maxNameLength)],
  ["x".repeat(maxNameLength + 1), ""],
])("the name %j is stored as %j", (text, name) => expect(wishlistName(text)).toBe(name));

test("any text is stored as it is understood, or refused", async () => {
  const { ownerId, wishlistId } = await startList(db, newGuest(), [await addProduct(db)]);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 220 }), async (text) => {
      const name = wishlistName(text);
      const renamed = await renameWishlist(db, ownerId, { id: wishlistId }, text).catch(() => undefined);
      expect(renamed?.name).toBe(name === "" ? undefined : name);
    }),
    { numRuns: 50 },
  );
});
