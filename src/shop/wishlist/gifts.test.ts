import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { addProduct, codeOf, noon } from "../cart/cart.fixtures.ts";
import { setWishlistPrivacy } from "./change-wishlist.ts";
import { giverHash, listGiftMarks, markGift, unmarkGift } from "./gifts.ts";
import { newGuest, startList } from "./wishlist.fixtures.ts";
import { guestLifetimeMs } from "./wishlist-owners.ts";
import { listItems } from "./wishlists.ts";

let db: Database;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});

const [aisha, bilal] = [giverHash("aisha"), giverHash("bilal")];

/** Starts a shared list with one product. */
async function share() {
  const list = await startList(db, newGuest(), [await addProduct(db)]);
  const [item] = await listItems(db, list.wishlistId);
  const itemId = item?.id ?? 0;
  const mark = (giver: Buffer, { token = list.token, viewerId = null as number | null, now = noon } = {}) =>
    codeOf(markGift(db, { listToken: token, itemId }, { giver, viewerId }, now));
  const seenBy = async (giver: Buffer | null) => (await listGiftMarks(db, list.wishlistId, giver)).get(itemId);
  return { ...list, itemId, mark, seenBy };
}

test("a mark is the giver's own for one browser and taken for all others, until it is undone", async () => {
  const { itemId, mark, seenBy } = await share();
  expect(await mark(aisha)).toBe("done");
  expect(await mark(aisha)).toBe("done");
  expect([await seenBy(aisha), await seenBy(bilal), await seenBy(null)]).toEqual(["mine", "taken", "taken"]);
  await unmarkGift(db, itemId, bilal);
  expect(await seenBy(aisha)).toBe("mine");
  await unmarkGift(db, itemId, aisha);
  expect(await seenBy(null)).toBeUndefined();
});

test("of visitors who mark an item at once, one gives it", async () => {
  const { mark } = await share();
  const codes = await Promise.all(Array.from({ length: 8 }, (_, at) => mark(giverHash(`giver ${at}`))));
  expect(codes.filter((code) => code === "done")).toHaveLength(1);
  expect(codes.filter((code) => code === "gift_taken")).toHaveLength(7);
});

test("the owner, visitors without the link, and visitors of private or expired lists mark nothing", async () => {
  const { ownerId, wishlistId, token, mark, seenBy } = await share();
  const other = await share();
  expect(await mark(aisha, { viewerId: ownerId })).toBe("wishlist_item_unknown");
  expect(await mark(aisha, { token: other.token })).toBe("wishlist_item_unknown");
  expect(await mark(aisha, { token: "AAAAAAAAAAAA" })).toBe("wishlist_item_unknown");
  expect(await mark(aisha, { now: new Date(noon.getTime() + guestLifetimeMs) })).toBe("wishlist_item_unknown");
  await setWishlistPrivacy(db, ownerId, { id: wishlistId }, "private");
  expect(await mark(aisha, { token })).toBe("wishlist_item_unknown");
  expect(await seenBy(null)).toBeUndefined();
});
