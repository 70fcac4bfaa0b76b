import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { addProduct, addSizes, codeOf, defaultSettings, noon } from "../../cart/cart.fixtures.ts";
import { erasePersonalData, exportPersonalData } from "../../privacy/personal-data.ts";
import { changeOrderStatus } from "../change-order-status.ts";
import { confirmPayment } from "../confirm-payment.ts";
import type { OrderStatus } from "../order.ts";
import { addDownload, giveFiles, orderOf, orderOfAll } from "./downloads.fixtures.ts";
import { findDownload, findGoods, findGoodsOfAnyStatus } from "./goods.ts";
import { addLicenceKeys, removeLicenceList } from "./licences.ts";
import { addProductFile, removeProductFile } from "./product-files.ts";
import { setRevoked, takeDownload } from "./take-download.ts";

let db: Database;
beforeAll(async () => {
  ({ db } = await createTestDatabase());
});

const move = (id: number, to: OrderStatus) => changeOrderStatus(db, { id, to }, defaultSettings, noon);
const namesOf = async (id: number) => (await findGoods(db, id)).downloads.map(({ name }) => name);
const keysOf = async (id: number) => (await findGoods(db, id)).licences.flatMap(({ keys }) => keys);
const dueOf = async (id: number) => (await findGoods(db, id)).licences.reduce((sum, { due }) => sum + due, 0);
const hoursLater = (hours: number) => new Date(noon.getTime() + hours * 3_600_000);

async function boughtDownload(given: Parameters<typeof addDownload>[2] = {}, quantity = 1) {
  const product = await addDownload(db, { "Guide.pdf": "guide.pdf" }, { regularPrice: 0, ...given });
  const order = await orderOf(db, product, { quantity });
  const [download] = (await findGoods(db, order.id)).downloads;
  if (!download) throw new Error("The order has no download");
  return { product, order: order.id, download };
}

const isTaken = async (...request: Parameters<typeof takeDownload>) => (await takeDownload(...request)) !== undefined;
const whole = (id: number, size = 1000) => isTaken(db, { id, length: size, size, isPart: false }, noon);
const part = (id: number, length: number, now = noon) => isTaken(db, { id, length, size: 1000, isPart: true }, now);

test("an unpaid order has no files; a paid one has, and a refund, cancellation or erasure takes them away", async () => {
  const product = await addDownload(db, { Guide: "guide.pdf", Poster: "poster.pdf" });
  const { id, status } = await orderOf(db, product);
  expect([status, await namesOf(id)]).toEqual(["on-hold", []]);
  // Paid on delivery, and not delivered.
  await move(id, "processing");
  expect(await namesOf(id)).toEqual([]);
  await move(id, "completed");
  expect(await namesOf(id)).toEqual(["Guide", "Poster"]);
  await move(id, "refunded");
  expect(await namesOf(id)).toEqual([]);
  const other = await orderOf(db, product);
  await move(other.id, "completed");
  await move(other.id, "processing");
  expect(await namesOf(other.id)).toEqual([]);
  await move(other.id, "cancelled");
  expect(await namesOf(other.id)).toEqual([]);
  await move(other.id, "processing");
  await move(other.id, "completed");
  expect(await namesOf(other.id)).toEqual(["Guide", "Poster"]);
  expect((await findGoodsOfAnyStatus(db, other.id)).downloads).toHaveLength(2);
  const person = { email: "ayesha@example.com", userId: null, ownsGuestOrders: true };
  const exported = await exportPersonalData(db, person, defaultSettings);
  expect(JSON.stringify(exported.digitalGoods)).toContain('"name":"Poster"');
  await erasePersonalData(db, person.email, noon);
  expect(await namesOf(other.id)).toEqual([]);
});

test("a free download is there at once; an order paid in advance has its files once it is being worked on", async () => {
  const free = await orderOf(db, await addDownload(db, { Guide: "guide.pdf" }, { regularPrice: 0 }));
  expect([free.status, await namesOf(free.id)]).toEqual(["completed", ["Guide"]]);
  const { id } = await orderOf(db, await addDownload(db, { Guide: "guide.pdf" }));
  await db.execute(sql`update orders set payment_method = 'bacs' where id = ${id}`);
  await move(id, "processing");
  expect(await namesOf(id)).toEqual(["Guide"]);
});

test("a confirmed payment completes an order of downloads, and begins work on any other", async () => {
  const pay = (id: number) => confirmPayment(db, { id }, defaultSettings, noon);
  const file = await orderOf(db, await addDownload(db, { Guide: "guide.pdf" }));
  expect([await pay(file.id), await namesOf(file.id)]).toEqual(["completed", ["Guide"]]);
  const onDisc = await orderOf(db, await addDownload(db, { Guide: "guide.pdf" }, { isVirtual: false }));
  expect(await pay(onDisc.id)).toBe("processing");
  expect(await codeOf(pay(file.id))).toBe("order_status_invalid");
});

test("an option has its own files and limits, or those of its product", async () => {
  const sizes = await addSizes(
    db,
    { isDownloadable: true, downloadLimit: 5 },
    { regularPrice: 0, isDownloadable: true },
  );
  await giveFiles(db, sizes.id, { Common: "common.pdf" });
  await giveFiles(db, sizes.large, { Large: "large.pdf" });
  await db.execute(sql`update products set download_limit = 2, download_expiry_days = 3 where id = ${sizes.large}`);
  const small = await orderOf(db, sizes.id, { variationId: sizes.small });
  const large = await orderOf(db, sizes.id, { variationId: sizes.large, quantity: 3 });
  expect((await findGoods(db, small.id)).downloads).toMatchObject([{ name: "Common", usesLeft: 5, expiresAt: null }]);
  expect((await findGoods(db, large.id)).downloads).toMatchObject([
    { name: "Large", usesLeft: 6, expiresAt: hoursLater(72) },
  ]);
});

test("a replaced file reaches those who bought it, and a removed one stays theirs", async () => {
  const { product, order, download } = await boughtDownload();
  const file = { productId: product, key: "Guide.pdf", limit: undefined, days: undefined };
  await addProductFile(db, { ...file, name: "Guide, second edition", file: "guide-2.pdf" });
  expect(await findDownload(db, download.id)).toMatchObject({ name: "Guide, second edition", file: "guide-2.pdf" });
  expect(await removeProductFile(db, product, "Guide.pdf")).toBe(true);
  expect(await findDownload(db, download.id)).toMatchObject({ name: "Guide.pdf", file: "guide.pdf" });
  expect(await setRevoked(db, { orderId: order, isRevoked: true }, noon)).toBe(1);
  expect(await whole(download.id)).toBe(false);
  await setRevoked(db, { orderId: order, id: download.id, isRevoked: false }, noon);
  expect(await whole(download.id)).toBe(true);
});

test("a revocation is audited in its transaction, and only if it revokes something", async () => {
  const { order } = await boughtDownload();
  const audited = async () =>
    (await db.execute(sql`select action from audit_log where subject = ${String(order)} and action like 'download %'`))
      .rows;
  const set = (isRevoked: boolean) => setRevoked(db, { orderId: order, isRevoked }, noon);
  expect(await set(false)).toBe(0);
  expect(await audited()).toEqual([]);
  expect([await set(true), await set(true)]).toEqual([1, 0]);
  expect(await audited()).toEqual([{ action: "download revoked" }]);
  await db.execute(sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
  await db.execute(sql`create trigger refuse before insert on audit_log for each row execute function refuse()`);
  await expect(set(false)).rejects.toThrow("Failed query");
  await db.execute(sql`drop trigger refuse on audit_log`);
  expect((await findGoodsOfAnyStatus(db, order)).downloads).toMatchObject([{ isRevoked: true }]);
});

test("a limit of five allows five of twenty concurrent downloads", async () => {
  const { download } = await boughtDownload({ downloadLimit: 5 });
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => whole(download.id)));
  expect(outcomes.filter(Boolean)).toHaveLength(5);
  expect(await findDownload(db, download.id)).toMatchObject({ used: 5, usesLeft: 0 });
});

test("parts continue a counted download for a day and for as many bytes again, and then count", async () => {
  const { download } = await boughtDownload({ downloadLimit: 2 });
  const used = async () => (await findDownload(db, download.id))?.used;
  expect(await whole(download.id)).toBe(true);
  expect(await Promise.all([part(download.id, 600), part(download.id, 400)])).toEqual([true, true]);
  expect(await used()).toBe(1);
  // The bytes are spent: this is the second download.
  expect(await part(download.id, 10)).toBe(true);
  expect(await used()).toBe(2);
  expect(await part(download.id, 999)).toBe(true);
  expect(await whole(download.id)).toBe(false);
  expect(await part(download.id, 1, hoursLater(25))).toBe(false);
  expect(await used()).toBe(2);
});

test("a download cannot begin after its last day, but one that began can end", async () => {
  const { download } = await boughtDownload({ downloadExpiryDays: 1 });
  const begin = (now: Date) => isTaken(db, { id: download.id, length: 1000, size: 1000, isPart: false }, now);
  expect(await begin(hoursLater(23))).toBe(true);
  expect(await part(download.id, 400, hoursLater(25))).toBe(true);
  expect(await begin(hoursLater(25))).toBe(false);
});

test("concurrent orders never get the same licence key, and those that come too late wait", async () => {
  const product = await addProduct(db, { regularPrice: 0, isVirtual: true });
  await addLicenceKeys(db, product, ["A", "B", "C", "D", "E"], noon);
  const orders = await Promise.all(Array.from({ length: 4 }, () => orderOf(db, product, { quantity: 2 })));
  const keys = await Promise.all(orders.map(({ id }) => keysOf(id)));
  expect(keys.flat().toSorted()).toEqual(["A", "B", "C", "D", "E"]);
  const due = await Promise.all(orders.map(({ id }) => dueOf(id)));
  expect(due.reduce((sum, count) => sum + count, 0)).toBe(3);
});

test("orders of the same two products in opposite orders get their keys without a deadlock", async () => {
  const products = [await addProduct(db, { regularPrice: 0 }), await addProduct(db, { regularPrice: 0 })];
  for (const [place, id] of products.entries())
    await addLicenceKeys(
      db,
      id,
      Array.from({ length: 8 }, (_, key) => `${place}-${key}`),
      noon,
    );
  const buy = (turn: number) => orderOfAll(db, turn % 2 === 0 ? products : products.toReversed());
  const orders = await Promise.all(Array.from({ length: 8 }, (_, turn) => buy(turn)));
  const keys = (await Promise.all(orders.map(({ id }) => keysOf(id)))).flat();
  expect([keys.length, new Set(keys).size]).toEqual([16, 16]);
});

test("new keys go to waiting orders, the oldest first and once, unless the order has ended", async () => {
  const product = await addProduct(db, { regularPrice: 0, isVirtual: true });
  expect(await addLicenceKeys(db, product, [], noon)).toEqual({ added: 0, orders: 0 });
  const [first, ended, last] = [await orderOf(db, product), await orderOf(db, product), await orderOf(db, product)];
  await move(ended.id, "cancelled");
  expect(await addLicenceKeys(db, product, ["X1", "X1"], noon)).toEqual({ added: 1, orders: 1 });
  expect(await keysOf(first.id)).toEqual(["X1"]);
  const answers = await Promise.all(
    [
      ["X2", "X3"],
      ["X3", "X4"],
    ].map((keys) => addLicenceKeys(db, product, keys, noon)),
  );
  expect(answers.map(({ orders }) => orders).toSorted((a, b) => a - b)).toEqual([0, 1]);
  expect(await keysOf(last.id)).toHaveLength(1);
  expect([await dueOf(first.id), await dueOf(last.id), await keysOf(ended.id)]).toEqual([0, 0, []]);
  expect(await addLicenceKeys(db, product, ["X1"], noon)).toEqual({ added: 0, orders: 0 });
});

test("a refunded order's key is shown no more and is never sold again", async () => {
  const product = await addProduct(db, { regularPrice: 0, isVirtual: true });
  await addLicenceKeys(db, product, ["ONCE"], noon);
  const { id } = await orderOf(db, product);
  expect(await keysOf(id)).toEqual(["ONCE"]);
  await move(id, "completed");
  await move(id, "refunded");
  const next = await orderOf(db, product);
  expect([await keysOf(id), await keysOf(next.id), await dueOf(next.id)]).toEqual([[], [], 1]);
});

test("ending a product's licence keys deletes the free ones only", async () => {
  const product = await addProduct(db, { regularPrice: 0, isVirtual: true });
  await addLicenceKeys(db, product, ["SOLD", "FREE"], noon);
  const { id } = await orderOf(db, product);
  expect(await removeLicenceList(db, product)).toBe(1);
  expect(await keysOf(id)).toEqual(["SOLD"]);
  expect(await dueOf((await orderOf(db, product)).id)).toBe(0);
  expect(await codeOf(removeLicenceList(db, product))).toBe("licence_list_unknown");
  expect(await codeOf(addLicenceKeys(db, 987_654_321, ["K"], noon))).toBe("product_unknown");
});

test("keys of a product serve its options, unless an option has its own", async () => {
  const sizes = await addSizes(db, {}, { regularPrice: 0, isVirtual: true });
  await addLicenceKeys(db, sizes.id, ["ANY"], noon);
  await addLicenceKeys(db, sizes.large, ["LARGE"], noon);
  const small = await orderOf(db, sizes.id, { variationId: sizes.small });
  const large = await orderOf(db, sizes.id, { variationId: sizes.large });
  expect([await keysOf(small.id), await keysOf(large.id)]).toEqual([["ANY"], ["LARGE"]]);
});
